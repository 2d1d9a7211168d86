import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { usageSum, type SumBucket } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Counterpart, Course, CourseBucket } from '../contract.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { labelAt, PARTS, periodOf, placeAt, type PeriodKind } from '#domain/time/period.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';

/** Which periods a course is shown beside, and how far back each lies. */
const BESIDE: Readonly<Record<PeriodKind, readonly (readonly [Counterpart, number])[]>> = {
  day: [['yesterday', 1]],
  month: [
    ['lastMonth', 1],
    ['lastYear', 12],
  ],
  year: [['lastYear', 1]],
};

/** A day by hour, a month by day or a year by month, beside the periods it is compared with. */
export async function courseOf(trx: Db, context: DayContext, kind: PeriodKind): Promise<Course> {
  const { zone, question } = context;
  const period = periodOf(zone, kind, question.date);
  const beside = BESIDE[kind];
  const buckets = await bucketsIn(trx, context, kind, period);
  const others = await Promise.all(
    beside.map(async ([, back]) =>
      byPlace(context, kind, await bucketsIn(trx, context, kind, periodOf(zone, kind, question.date, back))),
    ),
  );
  const places = placesOf(context, kind, buckets);
  return {
    ...question,
    counterparts: beside.map(([name]) => name),
    buckets: buckets.map((bucket, i) => ({
      ...toBucket(bucket, context),
      label: labelAt(zone, kind, bucket.ts),
      others: others.map((map) => map.get(places[i] ?? '') ?? null),
    })),
  };
}

const bucketsIn = (
  trx: Db,
  { signed }: DayContext,
  kind: PeriodKind,
  { from, to }: Range,
): Promise<SumBucket[]> => usageSum(trx, signed, PARTS[kind], from, to);

/** Names that buckets of neighbouring periods share; the hour that a clock repeats is its second. */
function placesOf({ zone }: DayContext, kind: PeriodKind, buckets: readonly SumBucket[]): string[] {
  const seen = new Map<number, number>();
  return buckets.map(({ ts }) => {
    const place = placeAt(zone, kind, ts);
    const turn = (seen.get(place) ?? 0) + 1;
    seen.set(place, turn);
    return `${place} ${turn}`;
  });
}

function byPlace(
  context: DayContext,
  kind: PeriodKind,
  buckets: readonly SumBucket[],
): Map<string, number | null> {
  const places = placesOf(context, kind, buckets);
  return new Map(
    buckets.map(({ energy }, i) => [places[i] ?? '', energy === null ? null : microToNumber(energy)]),
  );
}

function toBucket(
  bucket: SumBucket,
  { expected, until }: DayContext,
): Omit<CourseBucket, 'label' | 'others'> {
  const { ts, end } = bucket;
  // A bucket that is over waits for its last readings for a while.
  return { ...spanAmountOf(bucket, ts, end, expected), unfinished: ts <= expected.now && end > until };
}
