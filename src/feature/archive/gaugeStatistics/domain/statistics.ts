import { classOf } from '#domain/figure/accuracy.ts';
import type { Text } from '#contract/text.ts';
import type { Accuracy, Allocation, GaugeLevel, Verdict } from '../contract.ts';
import { askedOf, kindOf, leastOf } from './rule.ts';

/** A meter of the list. */
export interface Gauge {
  readonly energyCode: string;
  readonly level: GaugeLevel;
  readonly precision: string | null;
  /** Condition; '3' = out of service, which is not there. */
  readonly state: string;
  readonly qualified: boolean;
  /** Until when its verification holds, a date. */
  readonly validUntil: string | null;
}

/** A place that needs a meter: of which energy, at which level. */
export interface Point {
  readonly energyCode: string;
  readonly level: GaugeLevel;
}

const LEVELS: readonly GaugeLevel[] = ['1', '2', '3', '4'];

/** Names by energy code, as the lists have them. */
export type Names = ReadonlyMap<string, Text>;

const codesOf = (...lists: readonly (readonly { readonly energyCode: string }[])[]): string[] =>
  [...new Set(lists.flat().map((one) => one.energyCode))].toSorted();

const nameOf = (names: Names, code: string): Text => names.get(code) ?? kindOf(code);

/** Table B.8, a line for each energy and level at which a meter is required or there. `today` is a date. */
export function allocationOf(
  gauges: readonly Gauge[],
  points: readonly Point[],
  today: string,
  names: Names = new Map(),
): Allocation[] {
  return codesOf(gauges, points).flatMap((energyCode) =>
    LEVELS.flatMap((level): Allocation[] => {
      const there = gauges.filter(
        (one) => one.energyCode === energyCode && one.level === level && one.state !== '3',
      );
      const required = points.filter((one) => one.energyCode === energyCode && one.level === level).length;
      if (there.length === 0 && required === 0) return [];
      const valid = there.filter(
        (one) => one.qualified && one.validUntil !== null && one.validUntil >= today,
      ).length;
      const rate = required === 0 ? null : Math.min(100, (100 * there.length) / required);
      const least = leastOf(energyCode, level);
      return [
        {
          energyCode,
          energyName: nameOf(names, energyCode),
          level,
          required,
          installed: there.length,
          rate,
          least,
          valid,
          validRate: there.length === 0 ? null : (100 * valid) / there.length,
          verdict: verdictOf(rate, least, valid === there.length),
        },
      ];
    }),
  );
}

function verdictOf(rate: number | null, least: number | null, allValid: boolean): Verdict {
  if (rate === null) return 'notRequired';
  return (least === null || rate >= least) && allValid ? 'met' : 'notMet';
}

/** Table B.9 of the meters of each level. */
export const levelAccuracyOf = (
  gauges: readonly Gauge[],
  names: Names = new Map(),
): Record<GaugeLevel, Accuracy[]> => {
  const of = (level: GaugeLevel): Accuracy[] =>
    accuracyOf(
      gauges.filter((one) => one.level === level),
      names,
    );
  return { 1: of('1'), 2: of('2'), 3: of('3'), 4: of('4') };
};

/** Table B.9, a line for each energy of which a meter is there. */
export function accuracyOf(gauges: readonly Gauge[], names: Names = new Map()): Accuracy[] {
  return codesOf(gauges).flatMap((energyCode): Accuracy[] => {
    const there = gauges.filter((one) => one.energyCode === energyCode && one.state !== '3');
    if (there.length === 0) return [];
    const limits = there.flatMap((one) => classOf(one.precision) ?? []);
    const query = askedOf(energyCode);
    const passed = limits.filter((limit) => limit <= query).length;
    return [
      {
        energyCode,
        energyName: nameOf(names, energyCode),
        asked: query,
        installed: there.length,
        known: limits.length,
        passed,
        rate: (100 * passed) / there.length,
      },
    ];
  });
}
