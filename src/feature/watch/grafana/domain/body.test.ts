import { describe, expect, it } from 'vitest';
import { readAlerts } from './body.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const alert = {
  status: 'firing',
  labels: { alertname: 'High load', eventIdentifier: 'load' },
  annotations: { summary: 'load  is\nhigh\0' },
  fingerprint: 'c6eadffa33fcdf37',
  startsAt: '2026-11-25T11:59:00Z',
  endsAt: '0001-01-01T00:00:00Z',
};
const one = (change: object) => readAlerts({ alerts: [{ ...alert, ...change }] }, NOW);

describe('the body of a contact point', () => {
  it('is read as it is told', () => {
    expect(one({})).toEqual({
      alerts: [
        {
          firing: true,
          fingerprint: alert.fingerprint,
          startsAt: NOW - 60_000,
          endsAt: null,
          identifier: 'load',
          summary: 'load is high\uFFFD',
        },
      ],
      faults: [],
    });
    expect(one({ labels: { alertname: 'Only a name' } })).toMatchObject({
      alerts: [{ identifier: 'Only a name' }],
    });
  });

  it('holds nothing that cannot be stored, and no line without end', () => {
    const summary = `${'x'.repeat(199)}😀 and more`;
    const read = one({ annotations: { summary } });
    expect(read).toMatchObject({ alerts: [{ summary: `${'x'.repeat(199)}\uFFFD` }] });
  });

  it('ends when it is said to, never before it began and never ahead', () => {
    const ended = (endsAt: string, startsAt = alert.startsAt) =>
      one({ status: 'resolved', endsAt, startsAt });
    expect(ended('2026-11-25T11:59:30Z')).toMatchObject({ alerts: [{ endsAt: NOW - 30_000 }] });
    expect(ended(alert.endsAt)).toMatchObject({ alerts: [{ endsAt: NOW }] });
    expect(ended('2027-01-01T00:00:00Z')).toMatchObject({ alerts: [{ endsAt: NOW }] });
    // A clock that is five minutes ahead.
    const ahead = '2026-11-25T12:05:00Z';
    expect(ended(alert.endsAt, ahead)).toMatchObject({ alerts: [{ endsAt: NOW + 300_000 }] });
  });

  it.each([
    [{ status: 'alerting' }, 'alerts[0].status'],
    [{ fingerprint: '' }, 'alerts[0].fingerprint'],
    [{ fingerprint: "a'; drop" }, 'alerts[0].fingerprint'],
    [{ labels: 'x' }, 'alerts[0].labels'],
    [{ labels: {} }, 'alerts[0].labels.eventIdentifier'],
    [{ labels: { eventIdentifier: 'x'.repeat(121) } }, 'alerts[0].labels.eventIdentifier'],
    [
      { labels: Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`l${i}`, 'x'])) },
      'alerts[0].labels',
    ],
    [{ startsAt: 'yesterday' }, 'alerts[0].startsAt'],
    [{ startsAt: '0001-01-01T00:00:00Z' }, 'alerts[0].startsAt'],
    [{ startsAt: '2026-11-25T13:00:00Z' }, 'alerts[0].startsAt'],
  ])('%o is told by its field', (change, field) =>
    expect(one(change)).toMatchObject({ alerts: [], faults: [{ field }] }),
  );

  it.each([[null], [[]], ['x'], [{}], [{ alerts: {} }], [{ alerts: Array(1001).fill(alert) }]])(
    'a body %# without a list is refused as a whole',
    (body) => expect(readAlerts(body, NOW)).toMatchObject({ field: 'alerts' }),
  );
});
