import * as z from 'zod';
import { COST_CODES, ENERGY_CODES } from '#contract/dataCode.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import { badInput } from '#contract/error.ts';
import { wordList } from '#contract/param.ts';
import { FLAG_LABELS, type FlagName } from '#contract/usageFlag.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import { type Expectation, spanAmountOf } from '#domain/figure/amount.ts';
import { periodOf } from '#domain/time/period.ts';
import type { Zone } from '#domain/time/zone.ts';
import { type AnalysisContext, rangeIn } from '#feature/meters/analysisFrame/server/public.ts';
import { contextOf } from '#feature/meters/subject/server/public.ts';
import { addDays, addMonths } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type SumBucket, usageSum, usageSums, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type CompareRow, NO_OBJECT, NO_PERIOD } from '../contract.ts';
import { type CompareCode, compareUnit } from '../domain/compareCode.ts';

/** So many are told apart in a chart. */
const MOST = 10;

/** One line of a comparison: an object over the range, or the subject over another range. */
export interface CompareLine {
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Whose dates its buckets have. */
  readonly zone: Zone;
  readonly buckets: readonly SumBucket[];
  /** What its own meters are expected to tell. */
  readonly expected: Expectation;
}

/** What is compared (specification 3 sections 5, 7 and 9: data code PP and type 1 unless said). */
export const compareShape = {
  /** 1 objects, 2 periods. */
  type: z.enum(['1', '2']).default('1'),
  /** Objects to compare: `o1001` organisations, `m12` meters. */
  objects: wordList().optional(),
  /** First dates of the periods to compare; each is as long as the range. */
  periods: wordList().optional(),
  /** An energy, or what it costs. */
  dataCode: z.enum([...ENERGY_CODES, ...COST_CODES]).default('PP'),
};

export interface Comparison {
  readonly type: '1' | '2';
  readonly objects?: readonly string[] | undefined;
  readonly periods?: readonly string[] | undefined;
  readonly dataCode: CompareCode;
}

/**
 * The lines of a comparison.
 * @throws Fault 400 where nothing, too much or something unknown is chosen, 404 outside the scope.
 */
export async function compareLines(
  trx: Db,
  context: AnalysisContext,
  { type, objects = [], periods = [], dataCode }: Comparison,
): Promise<CompareLine[]> {
  const [chosen, field, none] = type === '1' ? [objects, 'objects', NO_OBJECT] : [periods, 'periods', NO_PERIOD]; // prettier-ignore
  if (chosen.length === 0) throw badInput(none, field);
  if (chosen.length > MOST)
    throw badInput({ zh: `最多对比 ${MOST} 项`, en: `At most ${MOST} can be compared` }, field);
  return type === '1'
    ? objectLines(trx, context, objects, dataCode)
    : periodLines(trx, context, periods, dataCode);
}

const OBJECT = /^([om])(\d{1,9})$/;

async function objectLines(
  trx: Db,
  context: AnalysisContext,
  keys: readonly string[],
  code: CompareCode,
): Promise<CompareLine[]> {
  const { level, expected, organisation } = context;
  const { dataType } = context.subject;
  const objects = await Promise.all(
    [...new Set(keys)].map(async (key) => {
      const match = OBJECT.exec(key);
      if (!match)
        throw badInput({ zh: `对象 ${key} 无法识别`, en: `The object ${key} is not known` }, 'objects');
      const id = Number(match[2]);
      const who = match[1] === 'o' ? { orgId: id, dataType } : { dataAmmeterId: id };
      return { key, ...(await contextOf(trx, who, expected.now, organisation)) };
    }),
  );
  await visibleMeters(trx, objects.flatMap(({ signed }) => signed.map((one) => one.meterId))); // prettier-ignore
  // None waits for the other: their statements go out together.
  return Promise.all(
    objects.map(async ({ key, subject, zone, signed, expected: own }): Promise<CompareLine> => {
      const { from, to } = rangeIn(context, zone);
      const buckets = await usageSum(trx, signed, level, from, to, { code });
      return { key, name: subject.name, unit: compareUnit(subject.unit, code), zone, buckets, expected: own };
    }),
  );
}

/** Whole months where the question is one of months, else as many days as the range has. */
async function periodLines(
  trx: Db,
  { zone, level, question, signed, subject, expected }: AnalysisContext,
  begins: readonly string[],
  code: CompareCode,
): Promise<CompareLine[]> {
  const days = Math.round((Date.parse(question.end) - Date.parse(question.begin)) / DAY_MS);
  const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  const months = monthOf(question.end) - monthOf(question.begin);
  const ranges = [...new Set(begins)].map((begin) => {
    if (!z.iso.date().safeParse(begin).success)
      throw badInput({ zh: `时段 ${begin} 不是日期`, en: `The period ${begin} is not a date` }, 'periods');
    const kind = level >= 4 ? 'month' : 'day';
    const end = kind === 'day' ? addDays(begin, days) : addMonths(begin, months);
    const name = kind === 'day' ? `${begin} – ${end}` : `${begin.slice(0, 7)} – ${end.slice(0, 7)}`;
    return { begin, name, from: periodOf(zone, kind, begin).from, to: periodOf(zone, kind, end).to };
  });
  const found = await usageSums(trx, signed, level, ranges, { code });
  return ranges.map(({ begin, name }, i) => ({
    key: begin,
    name,
    unit: compareUnit(subject.unit, code),
    zone,
    buckets: found[i] ?? [],
    expected,
  }));
}

/** What the data behind a place of all lines are worth: the least that is known of any, each against its own meters. */
export function qualityOf(
  lines: readonly CompareLine[],
  i: number,
  until: number,
): Pick<AnalysisRow, 'coverage' | 'flags' | 'unfinished'> {
  const found = lines.flatMap(({ buckets, expected }) => {
    const bucket = buckets[i];
    return bucket ? [{ bucket, expected, ...spanAmountOf(bucket, bucket.ts, bucket.end, expected) }] : [];
  });
  const coverages = found.flatMap(({ coverage }) => coverage ?? []);
  const names = new Set(found.flatMap(({ flags }) => flags));
  const unfinished = found.some(({ bucket, expected }) => bucket.ts <= expected.now && bucket.end > until);
  return {
    coverage: coverages.length === 0 ? null : Math.min(...coverages),
    flags: FLAG_NAMES.filter((name) => names.has(name)),
    ...(unfinished ? { unfinished } : {}),
  };
}

const FLAG_NAMES = Object.keys(FLAG_LABELS) as FlagName[];

/** Buckets that are covered less are not laid beside others, percent. */
const LEAST = 90;

/** The places at which every line has a bucket that is over and known well enough to be held against the others. */
export function samePlaces(lines: readonly CompareLine[], until: number): number[] {
  const isFair = (bucket: SumBucket | undefined): boolean =>
    bucket !== undefined &&
    bucket.energy !== null &&
    bucket.end <= until &&
    bucket.coveredSeconds * 1000 * 100 >= LEAST * (bucket.end - bucket.ts);
  const count = Math.max(0, ...lines.map((line) => line.buckets.length));
  return Array.from({ length: count }, (_, i) => i).filter((i) =>
    lines.every(({ buckets }) => isFair(buckets[i])),
  );
}

const sumOf = (energies: readonly bigint[]): bigint => energies.reduce((all, one) => all + one, 0n);

/**
 * Total of the buckets of which something is known, mean, highest and lowest of those that are over, and the total at the
 * places that all lines have.
 */
export function rowOfLine(
  { key, name, unit, buckets }: CompareLine,
  same: readonly number[],
  until: number,
): CompareRow {
  const known = buckets.flatMap(({ energy }) => (energy === null ? [] : [energy]));
  const alike = { sameCount: same.length, count: buckets.length };
  const row = { key, title: name, unit, ...alike };
  if (known.length === 0) return { ...row, sum: null, avg: null, max: null, min: null, same: null };
  const over = buckets.flatMap(({ energy, end }) => (energy === null || end > until ? [] : [energy]));
  const best = (better: (a: bigint, b: bigint) => boolean): number | null =>
    over.length === 0 ? null : microToNumber(over.reduce((a, b) => (better(b, a) ? b : a)));
  return {
    ...row,
    sum: microToNumber(sumOf(known)),
    avg: over.length === 0 ? null : microToNumber(roundDiv(sumOf(over), BigInt(over.length))),
    max: best((a, b) => a > b),
    min: best((a, b) => a < b),
    same: same.length === 0 ? null : microToNumber(sumOf(same.map((i) => buckets[i]?.energy ?? 0n))),
  };
}
