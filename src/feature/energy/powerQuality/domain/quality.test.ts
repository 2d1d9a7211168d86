import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assess, overLimits, qualityOver, unbalance } from './quality.ts';
import { voltageBand } from './voltage.ts';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';

const STEP = 60_000;
const TO = 600_000;
const NONE: Standard = {
  demandStandard: null,
  demandMax: null,
  demandSecond: null,
  voltageLevel: null,
  voltageNominal: null,
  voltageUpper: null,
  voltageLower: null,
  currentLimit: null,
  powerStandard: null,
  balanceStandard: null,
};

const samplesOf = fc
  .uniqueArray(fc.record({ s: fc.integer({ min: 0, max: 599 }), v: fc.integer({ min: 200, max: 240 }) }), {
    selector: ({ s }) => s,
    maxLength: 40,
  })
  .map((list) =>
    list.toSorted((a, b) => a.s - b.s).map(({ s, v }) => ({ ts: s * 1000, values: [v, null, v + 1] })),
  );

describe('pass rates', () => {
  test('are shares of the seconds that are known, counted one by one', () => {
    fc.assert(
      fc.property(samplesOf, (samples) => {
        const limits = { top: 235, floor: 205 };
        let [known, good, over] = [0, 0, 0];
        for (let second = 0; second < TO / 1000; second++) {
          const last = samples.findLast(({ ts }) => ts <= second * 1000);
          if (!last || second * 1000 - last.ts >= STEP) continue;
          known++;
          const high = Math.max(...last.values.filter((v) => v !== null));
          const low = Math.min(...last.values.filter((v) => v !== null));
          if (high > limits.top) over++;
          else if (low >= limits.floor) good++;
        }
        const reported = qualityOver(assess(samples, limits, STEP, TO));
        expect(reported.knownMs).toBe(known * 1000);
        expect(reported.overMs).toBe(over * 1000);
        if (known === 0) expect(reported.rate).toBeNull();
        else expect(reported.rate).toBeCloseTo(good / known, 9);
      }),
    );
  });

  test('intervals beyond the limits hold exactly the time that is not good', () => {
    fc.assert(
      fc.property(samplesOf, (samples) => {
        const limits = { top: 235, floor: 205 };
        const assessed = assess(samples, limits, STEP, TO);
        const found = overLimits(assessed, limits);
        for (const one of assessed) {
          const inside = found.some(
            ({ from, to, kind }) => kind === one.verdict && one.ts >= from && one.ts + one.ms <= to,
          );
          expect(inside).toBe(one.verdict !== 'good');
        }
        for (const { from, to, worst, kind, phases } of found) {
          const own = assessed.filter(({ ts, verdict }) => ts >= from && ts < to && verdict === kind);
          const values = own.flatMap((one) => one.values.filter((v) => v !== null));
          expect(worst).toBe(kind === 'over' ? Math.max(...values) : Math.min(...values));
          expect(phases.every((phase) => phase === 0 || phase === 2)).toBe(true);
        }
      }),
    );
  });
});

test('samples that come a little late go on with an excursion, a silent step ends it', () => {
  const limits = { top: 235, floor: 205 };
  const found = (stamps: readonly number[], values: readonly number[] = []) =>
    overLimits(
      assess(
        stamps.map((ts, i) => ({ ts, values: [values[i] ?? 240] })),
        limits,
        STEP,
        TO,
      ),
      limits,
    ).map(({ from, to }) => [from, to]);
  expect(found([0, 60_400, 120_800, 181_200])).toEqual([[0, 241_200]]);
  expect(found([0, 60_000, 180_000, 240_900])).toEqual([
    [0, 120_000],
    [180_000, 300_900],
  ]);
  // One on the other side, or a good one, ends it too.
  expect(found([0, 60_400, 120_800], [240, 200, 240])).toHaveLength(3);
  expect(found([0, 60_400, 120_800], [240, 220, 240])).toHaveLength(2);
});

test('unbalance is the farthest phase from the mean', () => {
  expect(unbalance([220, 220, 220])).toBe(0);
  expect(unbalance([210, 220, 230])).toBeCloseTo((10 / 220) * 100, 9);
  expect(unbalance([220, null, 220])).toBeNull();
});

describe('the band of a voltage', () => {
  test('is that of the network that the voltages are near', () => {
    expect(voltageBand(NONE, 231)).toMatchObject({ nominal: 220, level: '2', upper: 7, lower: 7 });
    expect(voltageBand(NONE, 5800)).toMatchObject({ line: 10_000, level: '4' });
    expect(voltageBand(NONE, 10_100)).toMatchObject({ nominal: 10_000, level: '4' });
    expect(voltageBand(NONE, 20_300)).toMatchObject({ line: 35_000, level: '5', upper: 5, lower: 5 });
    expect(voltageBand(NONE, 63_000)).toMatchObject({ line: 110_000, level: '5' });
  });

  test('has the levels 220 V, 380 V, 6 kV, 10 kV, and 35 kV and above', () => {
    const nominals = (['1', '2', '3', '4', '5'] as const).map((voltageLevel, i) => {
      const reported = [230, 390, 6_100, 10_200, 36_000][i] ?? 0;
      return voltageBand({ ...NONE, voltageLevel }, reported).nominal;
    });
    expect(nominals).toEqual([220, 380, 6_000, 10_000, 35_000]);
    expect(voltageBand({ ...NONE, voltageLevel: '5' }, 112_000)).toMatchObject({
      level: '5',
      nominal: 110_000,
    });
  });

  test('is what a person says', () => {
    expect(voltageBand({ ...NONE, voltageLevel: '1' }, 224)).toMatchObject({
      nominal: 220,
      top: 220 * 1.07,
      floor: 220 * 0.9,
      recognised: false,
    });
    expect(voltageBand({ ...NONE, voltageLevel: '3' }, 6010)).toMatchObject({ nominal: 6000 });
    expect(
      voltageBand({ ...NONE, voltageNominal: 690, voltageUpper: 5, voltageLower: 4 }, 700),
    ).toMatchObject({ nominal: 690, top: 690 * 1.05, floor: 690 * 0.96 });
  });
});
