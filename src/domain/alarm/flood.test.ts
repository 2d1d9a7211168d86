import { expect, it } from 'vitest';
import { causeOf, chatters, floodsOf, inFlood } from './flood.ts';
import { alarmRates } from './rate.ts';

const MINUTE = 60_000;

it('eleven raises in ten minutes are a flood, ten are none', () => {
  const raises = Array.from({ length: 11 }, (_, i) => i * 50_000);
  expect(inFlood(raises.slice(0, 10), 450_000)).toBe(false);
  expect(inFlood(raises, 500_000)).toBe(true);
  expect(inFlood(raises, 500_000 + 10 * MINUTE)).toBe(false);
  expect(floodsOf(raises.slice(0, 10))).toEqual([]);
  expect(floodsOf(raises)).toEqual([{ from: 500_000, to: 500_000, raises: 1 }]);
});

it('a flood goes on while each raise has ten before it', () => {
  const raises = Array.from({ length: 41 }, (_, i) => i * 1000);
  expect(floodsOf(raises)).toEqual([{ from: 10_000, to: 40_000, raises: 31 }]);
  expect(floodsOf([...raises, ...raises.map((at) => at + 60 * MINUTE)])).toHaveLength(2);
});

it('three raises within a minute chatter', () => {
  expect(chatters([0, 30_000, 60_000])).toBe(true);
  expect(chatters([0, 30_000, 60_001])).toBe(false);
});

it('the nearest cause above counts, also one that was noticed shortly after', () => {
  const above = (id: string) => (id === 'meter' ? ['gateway', 'supply'] : []);
  const supply = { recordId: 1, objectId: 'supply', raisedAt: 40_000 };
  const gateway = { recordId: 2, objectId: 'gateway', raisedAt: 150_000 };
  const event = { objectId: 'meter', raisedAt: 100_000 };
  expect(causeOf(event, [supply, gateway], above)?.recordId).toBe(2);
  expect(causeOf(event, [supply, { ...gateway, raisedAt: 160_001 }], above)?.recordId).toBe(1);
  expect(causeOf({ ...event, objectId: 'other' }, [supply], above)).toBeNull();
  // What stood before is no cause of what is raised later.
  expect(causeOf(event, [{ ...supply, raisedAt: 39_999 }], above)).toBeNull();
});

it('figures of alarm management', () => {
  const day = 86_400_000;
  const record = (recordId: number, ruleId: number, level: number, raises: number[]) => ({
    recordId,
    ruleId,
    level,
    raises,
    clearedAt: null as number | null,
    confirmedAt: null as number | null,
  });
  const rates = alarmRates(
    [
      { ...record(1, 1, 1, [0]), confirmedAt: 5 * MINUTE },
      { ...record(2, 2, 3, [MINUTE, 2 * MINUTE]), clearedAt: 3 * MINUTE, confirmedAt: 4 * MINUTE },
      record(3, 2, 3, [10, 20_010, 40_010]),
    ],
    0,
    day + 1,
  );
  expect(rates).toMatchObject({ raises: 6, peakPerTenMinutes: 6, floodShare: 0, toConfirmMs: 3 * MINUTE });
  expect(rates.standing).toEqual([1]);
  expect(rates.chattering).toEqual([3]);
  expect(rates.byLevel.get(3)).toBeCloseTo(5 / 6);
  expect(rates.topTenShare).toBe(1);
  expect(alarmRates([], 0, day)).toMatchObject({ raises: 0, topTenShare: null, toConfirmMs: null });
});
