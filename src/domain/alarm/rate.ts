import { DAY_MS } from '#domain/time/duration.ts';
import { FLOOD_WINDOW_MS, chatters, floodsOf } from './flood.ts';

/** A record as the figures of alarm management need it; times in ms. */
export interface RecordFacts {
  readonly recordId: number;
  /** A rule, or what else raises such alarms. */
  readonly ruleId: number | string;
  /** 1 urgent, 2 important, 3 general, 4 notice. */
  readonly level: number;
  /** Every raise of the record. */
  readonly raises: readonly number[];
  readonly clearedAt: number | null;
  readonly confirmedAt: number | null;
}

/** Figures of alarm management over a time (EEMUA 191, ISA-18.2). Shares are 0 to 1; null where nothing was raised. */
export interface AlarmRates {
  readonly raises: number;
  /** Raises in ten minutes: the mean, and the most in any ten minutes. */
  readonly meanPerTenMinutes: number;
  readonly peakPerTenMinutes: number;
  /** Share of the time that lies in floods. */
  readonly floodShare: number;
  /** Records that stand for longer than a day at the end. */
  readonly standing: readonly number[];
  readonly chattering: readonly number[];
  /** Share of the raises that the ten rules with most raises make. */
  readonly topTenShare: number | null;
  /** Share of the raises by level (target: about 5 % urgent, 15 % important, 80 % lower). */
  readonly byLevel: ReadonlyMap<number, number>;
  /** Median time from the first raise to the confirmation, in ms. */
  readonly toConfirmMs: number | null;
}

/** The figures over [from, to), in ms. */
export function alarmRates(records: readonly RecordFacts[], from: number, to: number): AlarmRates {
  const inside = (at: number): boolean => at >= from && at < to;
  const raises = records.flatMap((one) => one.raises.filter(inside)).toSorted((a, b) => a - b);
  const countBy = <K>(key: (record: RecordFacts) => K): Map<K, number> => {
    const counts = new Map<K, number>();
    for (const one of records)
      counts.set(key(one), (counts.get(key(one)) ?? 0) + one.raises.filter(inside).length);
    return counts;
  };
  const share = (n: number): number => n / raises.length;
  const topTen = [...countBy(({ ruleId }) => ruleId).values()].toSorted((a, b) => b - a).slice(0, 10);
  const topCount = topTen.reduce((n, count) => n + count, 0);
  let floodMs = 0;
  for (const flood of floodsOf(raises)) floodMs += flood.to - flood.from;
  const levels = [...countBy(({ level }) => level)].map(([level, n]) => [level, share(n)] as const);
  return {
    raises: raises.length,
    meanPerTenMinutes: (raises.length * FLOOD_WINDOW_MS) / (to - from),
    peakPerTenMinutes: peakOf(raises),
    floodShare: floodMs / (to - from),
    standing: records.filter((one) => standsFor(one, to) > DAY_MS).map(({ recordId }) => recordId),
    chattering: records.filter((one) => chatters(one.raises.filter(inside))).map(({ recordId }) => recordId),
    topTenShare: raises.length === 0 ? null : share(topCount),
    byLevel: new Map(raises.length === 0 ? [] : levels),
    toConfirmMs: medianOf(records.flatMap((one) => waitOf(one, inside))),
  };
}

function standsFor(record: RecordFacts, at: number): number {
  const first = record.raises[0];
  const open = record.clearedAt === null || record.clearedAt > at;
  return open && first !== undefined ? at - first : 0;
}

function waitOf(record: RecordFacts, inside: (at: number) => boolean): number[] {
  const first = record.raises[0];
  return first !== undefined && inside(first) && record.confirmedAt !== null
    ? [record.confirmedAt - first]
    : [];
}

/** The most raises within any ten minutes. */
function peakOf(sorted: readonly number[]): number {
  let first = 0;
  let most = 0;
  sorted.forEach((at, i) => {
    while ((sorted[first] as number) <= at - FLOOD_WINDOW_MS) first++;
    most = Math.max(most, i - first + 1);
  });
  return most;
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
