import { expect, it } from 'vitest';
import type { UnmappedDevice } from '../contract.ts';
import { draftOf, mappingOf, problemOf } from './mapDraft.ts';
import { missingShare, percentOf } from '#web/text/percent.ts';

const key = (dataKey: string, dataCode: string | null) =>
  ({ dataKey, dataCode, reason: 'unknownMeter', n: 1, lastAt: 0, sample: '1' }) as const;

const device: UnmappedDevice = {
  deviceName: 'pump',
  ammeterId: null,
  ammeterName: null,
  waiting: 0,
  waitingFrom: null,
  keys: [key('PP', 'PP'), key('state', null)],
};

it('a key that looks like a data code is proposed as such, once a device', () => {
  const keys = [key('PP', 'PP'), key('P_total', null), key('active_power', null), key('kWh', null)];
  const draft = draftOf({ ...device, keys }, 7);
  expect(draft.keys.map(({ choice }) => choice)).toEqual(['PP', 'PZ', 'later', 'later']);
  expect(mappingOf(draft).keys).toEqual([
    { dataKey: 'PP', dataCode: 'PP', multiplier: null },
    { dataKey: 'P_total', dataCode: 'PZ', multiplier: null },
  ]);
});

it('a device is proposed as a new meter, its unknown keys are left for later', () => {
  const draft = draftOf(device, 7);
  expect(problemOf(draft)).toBeNull();
  expect(problemOf({ ...draft, siteId: null })).toBe('site');
  expect(problemOf({ ...draft, to: 'existing' })).toBe('meter');
  expect(mappingOf(draft)).toEqual({
    deviceName: 'pump',
    newMeter: { ammeterName: 'pump', ammeterCode: 'pump', siteId: 7, deviceType: '4', dataType: '1' },
    keys: [{ dataKey: 'PP', dataCode: 'PP', multiplier: null }],
  });
});

it('keys that say what they are need one mapping for all; a multiplier or an ignored key makes them single', () => {
  const keys = [key('PP', 'PP'), key('P', 'PZ')];
  const known = { ...draftOf({ ...device, keys }, 7), to: 'existing' as const, ammeterId: 3 };
  expect(mappingOf(known).keys).toEqual([{ dataKey: null }]);
  const [first, second] = known.keys;
  if (!first || !second) throw new Error('there are two keys');
  const scaled = {
    ...known,
    keys: [
      { ...first, multiplier: '0.001' },
      { ...second, choice: 'ignore' },
    ],
  };
  expect(mappingOf(scaled).keys).toEqual([
    { dataKey: 'PP', dataCode: 'PP', multiplier: 0.001 },
    { dataKey: 'P', ignored: true },
  ]);
  expect(problemOf({ ...scaled, keys: [{ ...first, multiplier: 'x' }] })).toBe('multiplier');
  expect(problemOf({ ...scaled, keys: [{ ...first, choice: 'later' }] })).toBe('keys');
  expect(mappingOf({ ...known, to: 'ignore' }).keys).toEqual([{ dataKey: null, ignored: true }]);
});

it('a rate never rounds a gap away', () => {
  expect(percentOf({ expected: 0, received: 0 })).toBeNull();
  expect(percentOf({ expected: 10_000, received: 9_999 })).toBe('99.9');
  expect(percentOf({ expected: 96, received: 96 })).toBe('100.0');
  expect(percentOf({ expected: 100, received: 99 })).toBe('99.0');
  expect(missingShare({ expected: 4, received: 1 })).toBe(0.75);
});
