import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/time/duration.ts';
import { Plant } from '../../../../../simulator/plant/plant.ts';
import { steel } from '../../../../../simulator/plant/steel.ts';
import { grossErrors, type NodeSeries, suspects } from './grossError.ts';

/** 2026-03-02 00:00 where the plant stands: a Monday. */
const FROM = Date.UTC(2026, 2, 1, 16);
const HOURS = 30 * 24;
const plant = new Plant(steel, 7, FROM);
const meters = steel.meters.filter((meter) => meter.dataType === '1');
const codes = meters.map((meter) => meter.code);
const truth = new Map(
  codes.map((code) => [
    code,
    Array.from({ length: HOURS }, (_, h) => plant.energy(code, FROM + h * HOUR_MS, FROM + (h + 1) * HOUR_MS)),
  ]),
);
// A chiller in winter is a thousandth of what its parent tells: nobody can see its error there.
const LEAST_KWH = 50_000;
const seen = codes.filter((code) => plant.energy(code, FROM, FROM + HOURS * HOUR_MS) / 100 > LEAST_KWH);
const breaks = Array.from({ length: HOURS }, (_, h) => h % 24 === 0);

/** What the meters of the plant tell when one of them is wrong by a share. */
function reported(
  wrong: string,
  error: number,
  unknown: (hour: number) => boolean = () => false,
): NodeSeries[] {
  const valuesOf = (code: string) =>
    (truth.get(code) ?? []).map((value, hour) =>
      unknown(hour) ? null : value * (code === wrong ? 1 + error : 1),
    );
  return codes.flatMap((code) => {
    const below = meters.filter((meter) => meter.parent === code);
    if (below.length === 0) return [];
    const children = below.map((one) => ({ meterId: codes.indexOf(one.code), values: valuesOf(one.code) }));
    return [{ meterId: codes.indexOf(code), own: valuesOf(code), children }];
  });
}

describe('the meter most likely wrong', () => {
  test.each([0.03, -0.03])('is the one that tells %d too much, whichever of the plant it is', (error) => {
    for (const code of seen) {
      const [first] = suspects(reported(code, error), breaks);
      expect(codes[first?.meterId ?? -1]).toBe(code);
      expect(Math.abs((first?.error ?? 0) - error), code).toBeLessThan(0.01);
      expect(first?.weight).toBeGreaterThan(5);
    }
  });

  test('is nobody where all are right: what remains is less than any accuracy class', () => {
    for (const { error } of suspects(reported('', 0), breaks)) expect(Math.abs(error)).toBeLessThan(0.01);
  });

  test('is named alone, and two that are wrong are both named', () => {
    const limitOf = (): number => 0.01;
    const certain = (series: readonly NodeSeries[]) =>
      grossErrors(series, breaks, limitOf).flatMap((one) => (one.certain ? (codes[one.meterId] ?? '') : []));
    expect(certain(reported('E-113', 0.03))).toEqual(['E-113']);
    expect(certain(reported('', 0))).toEqual([]);
    const both = reported('E-113', 0.03).map((node) => {
      const half = (id: number, values: readonly (number | null)[]) =>
        codes[id] === 'E-205' ? values.map((value) => (value === null ? null : value * 0.95)) : values;
      return {
        ...node,
        children: node.children.map((child) => ({ ...child, values: half(child.meterId, child.values) })),
      };
    });
    expect(certain(both).toSorted()).toEqual(['E-113', 'E-205']);
  });

  test('is found with holes in the data, and not told from too few', () => {
    const holed = suspects(
      reported('E-202', 0.03, (hour) => hour % 7 === 3),
      breaks,
    );
    expect(codes[holed[0]?.meterId ?? -1]).toBe('E-202');
    expect(
      suspects(
        reported('E-202', 0.03, (hour) => hour > 10),
        breaks,
      ),
    ).toEqual([]);
    expect(suspects([], breaks)).toEqual([]);
    expect(suspects([{ meterId: 1, own: [0, 0], children: [] }])).toEqual([]);
  });
});
