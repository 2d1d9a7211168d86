import { describe, expect, it } from 'vitest';
import { isMobile, recipientsOf } from '#contract/recipient.ts';
import { concerns, isQuiet, type Linkage, plannedRuns, type Raised } from './plan.ts';
import { mayMove } from '#contract/workOrder.ts';

const raised: Raised = {
  recordId: 7,
  count: 1,
  consumerId: 1,
  siteId: 2,
  level: '2',
  eventType: '1',
  eventId: 5,
  name: 'High load',
  text: { zh: '负荷过高', en: 'The load is high' },
  raisedAt: 1_000_000,
};
const linkage: Linkage = {
  id: 1,
  source: 'config',
  nameEn: null,
  name: 'Tell the shift',
  consumerId: 1,
  siteId: null,
  eventType: '0',
  eventId: null,
  levels: null,
  linkageType: '1',
  delay: 0,
  unconfirmedOnly: false,
  phones: '138 0000 0000，13800000001;13800000001',
  emails: null,
  hookUrl: null,
  cameraItemId: null,
  controlItemId: null,
  controlValue: null,
  alarmIds: null,
};

describe('which linkages an alarm sets in motion', () => {
  it.each([
    [{}, true],
    [{ consumerId: 9 }, false],
    [{ siteId: 2 }, true],
    [{ siteId: 3 }, false],
    [{ alarmIds: [] }, true],
    [{ alarmIds: [4, 5] }, true],
    [{ alarmIds: [4] }, false],
    [{ levels: ['1'] }, false],
    [{ levels: ['1', '2'] }, true],
    [{ levels: [] }, true],
    [{ eventType: '1' as const }, true],
    [{ eventType: '1' as const, eventId: 5 }, true],
    [{ eventType: '1' as const, eventId: 6 }, false],
    [{ eventType: '3' as const, eventId: 5 }, false],
  ])('%o: %s', (change, expected) => expect(concerns({ ...linkage, ...change }, raised)).toBe(expected));

  it('plans one run a recipient, from the data time and never before now', () => {
    expect(plannedRuns([raised], [linkage], 2_000_000).map((one) => [one.recipient, one.dueAt])).toEqual([
      ['13800000000', 2_000_000],
      ['13800000001', 2_000_000],
    ]);
    const delayed = { ...linkage, delay: 60 };
    expect(plannedRuns([raised], [delayed], 1_010_000)[0]?.dueAt).toBe(1_060_000);
    expect(plannedRuns([raised], [delayed], 5_000_000)[0]?.dueAt).toBe(5_000_000);
  });
});

it.each([
  [23, 22, 6, true],
  [5, 22, 6, true],
  [6, 22, 6, false],
  [12, 8, 18, true],
  [18, 8, 18, false],
  [3, 3, 3, false],
  [3, null, 6, false],
])('hour %i within quiet hours %o to %o: %s', (hour, begin, end, expected) =>
  expect(isQuiet(hour, begin, end)).toBe(expected),
);

it.each([
  ['13800000000', true],
  ['+86 138-0000-0000', true],
  ['+44 7911 123456', true],
  ['12800000000', false],
  ['021-12345678', false],
  ['1380000000', false],
  ['+86 1280000000', false],
  ["13800000000'; --", false],
])('%s is a mobile number: %s', (given, expected) => expect(isMobile(given)).toBe(expected));

it('recipients are told apart by any comma, each once', () =>
  expect(recipientsOf('a, b，c；d、a\n')).toEqual(['a', 'b', 'c', 'd']));

it('a work order lives from new to accepted, and is cancelled only before it is done', () => {
  for (const [from, to] of [
    ['new', 'assigned'],
    ['assigned', 'working'],
    ['working', 'done'],
    ['done', 'accepted'],
    ['done', 'working'],
    ['new', 'cancelled'],
  ] as const)
    // prettier-ignore
    expect(mayMove(from, to), `${from} → ${to}`).toBe(true);
  for (const [from, to] of [
    ['new', 'done'],
    ['done', 'cancelled'],
    ['accepted', 'working'],
    ['cancelled', 'new'],
    ['new', 'accepted'],
  ] as const)
    // prettier-ignore
    expect(mayMove(from, to), `${from} → ${to}`).toBe(false);
});
