import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTelemetry } from './decode.ts';
import { devicesOf } from './device.ts';
import { eventStateOf } from './eventState.ts';

describe('what a device says of an event', () => {
  it.each([
    [true, true, null], [false, false, null], [1, true, null], [0, false, null], [-0, false, null], [-1, true, null],
    ['1', true, null], ['0', false, null], ['0.0', false, null], [' ON ', true, null], ['Normal', false, null],
    ['复归', false, null], ['告警', true, null], ['Over  temperature\nL1', true, 'Over temperature L1'],
    ['x'.repeat(500), true, 'x'.repeat(200)], ['a\0b', true, 'a\uFFFDb'],
  ])('%j', (given, stands, said) => {
    expect(eventStateOf(given)).toEqual({ stands, said });
  }); // prettier-ignore

  it.each([[null], [undefined], [''], ['  '], [Number.NaN], [Infinity], [{}], [[1]]])(
    'is nothing in %j',
    (given) => {
      expect(eventStateOf(given)).toBeUndefined();
    },
  );

  it('of any text is read in bounded words, or not at all', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
        const state = eventStateOf(text);
        expect(state?.said?.length ?? 0).toBeLessThanOrEqual(200);
        expect(state?.said ?? '').not.toMatch(/\0|\p{Surrogate}/u);
      }),
    );
  });
});

describe('events among the values of a delivery', () => {
  const T = Date.UTC(2026, 10, 20);
  const meter = { id: 7, since: -Infinity, zone: 'Asia/Shanghai' };
  const ignored = {
    deviceName: 'quiet',
    dataKey: null,
    meter: null,
    dataCode: null,
    multiplier: null,
    ignored: true,
  };
  const names = {
    zone: 'Asia/Shanghai',
    devices: devicesOf(new Map([['M1', meter]]), [ignored]),
    events: new Map([['UPS_ON', 3], ['PZ', 4]]),
  }; // prettier-ignore
  const decode = (body: unknown, more: object = {}) => decodeTelemetry(body, { ...names, ...more }, T);

  it('are taken of meters, of devices that nobody knows and of those whose other keys are left out; a data code stays a value', () => {
    const decoded = decode({
      M1: { ts: T - 1000, values: { PZ: 5, UPS_ON: 1, other: 2 } },
      'UPS 2': { ts: T - 2000, values: { UPS_ON: 'Battery 80 %' } },
      quiet: { ts: T - 3000, values: { UPS_ON: 0, anything: 1 } },
    });
    expect(decoded?.events).toEqual([
      { eventId: 3, device: 'M1', meterId: 7, ts: T - 1000, stands: true, said: null },
      { eventId: 3, device: 'UPS 2', meterId: null, ts: T - 2000, stands: true, said: 'Battery 80 %' },
      { eventId: 3, device: 'quiet', meterId: null, ts: T - 3000, stands: false, said: null },
    ]);
    expect(decoded?.batch.n).toBe(1);
    expect(decoded?.reasons.map(({ device, key, reason }) => [device, key, reason])).toEqual([
      ['M1', 'other', 'unknownKey'],
    ]);
  });

  it('of a wrong clock, or that say nothing, are told as rejected', () => {
    const decoded = decode({
      M1: [{ ts: T + 3_600_000, values: { UPS_ON: 1 } }, { ts: T, values: { UPS_ON: null } }],
      ['n'.repeat(201)]: { ts: T, values: { UPS_ON: 1 } },
    }); // prettier-ignore
    expect(decoded?.events).toEqual([]);
    expect(decoded?.reasons.map(({ key, reason }) => [key, reason])).toEqual([
      ['', 'clockAhead'], ['UPS_ON', 'stateStamp'], ['UPS_ON', 'notAnEvent'], ['UPS_ON', 'unknownMeter'],
    ]); // prettier-ignore
  });
});
