import { hourlyUnit } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { bucketEnd, bucketStart, LEVEL, type Level } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  NO_SUM,
  provenanceOf,
  rawReadings,
  usageOver,
  usageOverEach,
  usageSum,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Origin, ReadingPage, SumPart } from '#feature/meters/subject/contract.ts';
import { expectedOf, lifeIn, type QueryContext } from '#feature/meters/subject/server/public.ts';
import { maximaUnder } from '#feature/money/demand/server/public.ts';
import { amountOf, spanAmountOf } from '#domain/figure/amount.ts';
import { toPeak } from './figures.ts';

export interface Paging {
  readonly current: number;
  readonly pageSize: number;
}

/**
 * Where the figure of the bucket of `level` that holds an instant comes from: the signed meters with their shares;
 * of one meter its spans and sources, of a sum the buckets below, which open in turn.
 */
export async function originOf(
  trx: Db,
  context: QueryContext,
  level: Level,
  at: number,
  page: Paging,
): Promise<Origin> {
  const { subject, zone, signed, expected } = context;
  const from = bucketStart(zone, level, at);
  const to = bucketEnd(zone, level, from);
  const [sum = NO_SUM] = await usageOver(trx, signed, [{ from, to }]);
  const each = await usageOverEach(trx, signed.map((one) => one.meterId), { from, to }); // prettier-ignore
  const [only, ...more] = subject.meters;
  const single = only && more.length === 0 && only.sign === 1 ? only.ammeterId : null;
  const [peak] = await maximaUnder(trx, context, [{ from, to }]);
  return {
    ...spanAmountOf(sum, from, to, expected),
    now: expected.now,
    subject,
    level,
    peak: toPeak(peak?.reported ?? null),
    demandUnit: hourlyUnit(subject.unit),
    meters: subject.meters.map((meter) => ({
      ...meter,
      ...amountOf(
        each.get(meter.ammeterId) ?? NO_SUM,
        from,
        to,
        expectedOf(context, [{ meterId: meter.ammeterId }]),
      ),
    })),
    parts: single === null ? await partsOf(trx, context, level, from, to) : [],
    meter: single === null ? null : await provenanceOf(trx, single, level, from, page),
    life: single === null ? [] : await lifeIn(trx, single, from, to),
  };
}

async function partsOf(
  trx: Db,
  context: QueryContext,
  level: Level,
  from: number,
  to: number,
): Promise<SumPart[]> {
  if (level === LEVEL.quarter) return [];
  const below = (level - 1) as Level;
  const { signed, expected } = context;
  const buckets = await usageSum(trx, signed, below, from, Math.min(to, expected.now));
  return buckets.map((bucket) => ({
    level: below,
    ...spanAmountOf(bucket, bucket.ts, bucket.end, expected),
  }));
}

/** The longest interval whose readings are listed at once. */
const LONGEST_MS = 32 * DAY_MS;

/** The readings of a meter in [from, to], as received, a page at a time. @throws Fault 400, 404 */
export async function readingPageOf(
  trx: Db,
  meterId: number,
  from: number,
  to: number,
  { current, pageSize }: Paging,
): Promise<ReadingPage> {
  if (to <= from || to - from > LONGEST_MS)
    throw badInput({ zh: '时段须在 32 天以内', en: 'The interval must be at most 32 days' }, 'to');
  const rows = await rawReadings(trx, meterId, from, to + 1);
  return {
    list: rows
      .slice((current - 1) * pageSize, current * pageSize)
      .map(({ ts, source, sourceName, counts, values }) => ({ ts, source, sourceName, counts, values })),
    pagination: { total: rows.length, current, pageSize },
  };
}
