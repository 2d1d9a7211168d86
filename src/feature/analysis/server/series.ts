import { type EnergyCode } from '#contract/dataCode.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketStart, type Level } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { usageSum, type SignedMeter, type SumBucket } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AnalysisRow, Opens } from '../contract.ts';
import { shifted, shiftedEnd, type Shift } from '../domain/shift.ts';
import type { AskedAnalysis } from './ask.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** A bucket's name in the site's zone: `2018-07-15 11:00`, `2018-07-15`, `2018-07`, `2018`. */
export function bucketLabel(zone: Zone, level: Level, t: number): string {
  const { year, month, day, hour, minute } = zone.local(t);
  const date = `${year}-${two(month)}-${two(day)}`;
  if (level <= 2) return `${date} ${two(hour)}:${two(minute)}`;
  return date.slice(0, level === 3 ? 10 : level === 4 ? 7 : 4);
}

/** The buckets of the question, also where nothing is known. */
export const bucketsOf = (
  trx: Db,
  { signed, level, range }: AskedAnalysis,
  code: EnergyCode = 'PP',
): Promise<SumBucket[]> => usageSum(trx, signed, level, range.from, range.to, { code });

/** A bucket as a row of an answer. */
export function rowOf(
  asked: AskedAnalysis,
  bucket: SumBucket,
  cells: AnalysisRow['cells'],
  level: Level = asked.level,
): AnalysisRow {
  const { expected, until } = asked;
  const { ts, end, energy, coveredSeconds, flags, missing } = bucket;
  const known = expected.meters - missing.length;
  const sum = { energy, flags, coveredS: coveredSeconds * expected.meters, known };
  const { coverage, flags: names } = spanAmountOf(sum, ts, end, expected);
  const label = bucketLabel(asked.zone, level, ts);
  return {
    key: String(ts),
    cells: { time: label, ...cells },
    coverage,
    flags: names,
    ...(ts <= expected.now && end > until ? { unfinished: true } : {}),
    ...(energy === null ? {} : { opens: { level, at: ts } satisfies Opens }),
  };
}

/** Millionths as a number of a reply; null stays null. */
export const numberOf = (micro: bigint | null): number | null =>
  micro === null ? null : microToNumber(micro);

/** The names of flags, for sums that are no bucket. */
export const flagsOf = flagNames;

/** For each bucket of a question the energy of its counterpart earlier in the calendar, by bucket start. */
export async function counterparts(
  trx: Db,
  { zone, level, range }: AskedAnalysis,
  signed: readonly SignedMeter[],
  buckets: readonly SumBucket[],
  shift: Shift,
): Promise<Map<number, bigint | null>> {
  const from = shiftedEnd(zone, range.from, shift);
  const to = Math.max(from, shiftedEnd(zone, range.to, shift));
  const earlier = new Map(
    (await usageSum(trx, signed, level, from, to)).map((bucket) => [bucket.ts, bucket.energy]),
  );
  return new Map(
    buckets.map(({ ts }) => {
      const there = shifted(zone, ts, shift);
      return [ts, there === null ? null : (earlier.get(bucketStart(zone, level, there)) ?? null)];
    }),
  );
}

/** A stretch and the one that is as long by the calendar earlier, both ending where today's data end. */
export function equalStretches(
  { zone, range, until }: AskedAnalysis,
  shift: Shift,
): { readonly own: Range; readonly before: Range } {
  const to = Math.max(range.from, Math.min(range.to, until));
  return {
    own: { from: range.from, to },
    before: { from: shiftedEnd(zone, range.from, shift), to: shiftedEnd(zone, to, shift) },
  };
}
