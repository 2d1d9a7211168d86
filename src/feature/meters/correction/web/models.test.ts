import { describe, expect, it } from 'vitest';
import { QUARTER_MS as Q } from '#domain/time/duration.ts';
import { spanText, startOfDate } from '#domain/time/text.ts';
import type { CurveWire } from '../contract.ts';
import { readAddress, repairAddress } from './address.ts';
import { energyChart, registerChart } from './curve.ts';
import type { SayCorrection } from './useCorrectionTexts.ts';

const T0 = Date.UTC(2019, 6, 14, 16);
const t: SayCorrection = (key) => key;

const curve: CurveWire = {
  from: T0,
  to: T0 + 3 * Q,
  zone: 'Asia/Shanghai',
  unit: 'kWh',
  energy: [1, null, 3],
  flags: [['measured'], null, ['measured', 'manual']],
  registers: [{ ts: T0 + Q / 2, value: 7 }],
};

describe('the address', () => {
  it('takes any address as a valid view, and links lead back to it', () => {
    const { search } = repairAddress(7, '2019-07-15', { from: T0, to: T0 + Q });
    expect(readAddress(search)).toEqual({ ammeterId: 7, date: '2019-07-15', days: 1, from: T0, to: T0 + Q });
    expect(readAddress({ ammeterId: 'x', date: '2019-02-30', days: 5, from: -1 })).toEqual({
      ammeterId: null,
      date: null,
      days: 1,
      from: null,
      to: null,
    });
  });
  it('knows the days and clocks of the zone', () => {
    expect(startOfDate('Asia/Shanghai', '2019-07-15')).toBe(T0);
    expect(startOfDate('Europe/Berlin', '2019-03-31', 1) - startOfDate('Europe/Berlin', '2019-03-31')).toBe(
      23 * 4 * Q,
    );
    expect(spanText('Asia/Shanghai', T0, T0 + Q)).toBe('2019-07-15 00:00–00:15');
    expect(spanText('Asia/Shanghai', T0 + 1000, T0 + 1000)).toBe('2019-07-15 00:00:01');
  });
});

describe('the curve', () => {
  it('keeps a gap a gap, marks what persons entered, and sets what a repair would make beside it', () => {
    const after = { from: T0 - Q, values: [9, 1, 2, 3] };
    const model = energyChart(curve, after, t);
    expect(model.series.map(({ key, values, manual }) => [key, values, manual])).toEqual([
      ['energy', [1, null, 3], [2]],
      ['after', [1, 2, 3], undefined],
    ]);
    expect(energyChart(curve, null, t).series).toHaveLength(1);
  });
  it('places registers at their instants', () => {
    expect(registerChart(curve, t).x).toMatchObject({ at: [0.5], span: 3, names: ['2019-07-15 00:07:30'] });
  });
});
