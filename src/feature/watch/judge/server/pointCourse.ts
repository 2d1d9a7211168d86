import type { PointCourse } from '#domain/alarm/signal.ts';
import { holdOf, intervalsOf, operationsOf } from '#domain/signal/interval.ts';
import { bucketBounds, bucketStart, LEVEL } from '#domain/time/bucket.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { courseIn } from '#feature/watch/signal/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** A signal point whose course is asked for. */
export interface CoursePoint {
  readonly id: number;
  readonly expectedSeconds: number | null;
  readonly timeZone: string;
}

/**
 * What is known of a point from an instant to another (ms, both included): its intervals up to `end`, the operations since the
 * day began, and where days begin, with the next one behind.
 */
export async function pointCourse(
  trx: Db,
  { id, expectedSeconds, timeZone }: CoursePoint,
  { from, to, end = to + 1 }: { readonly from: number; readonly to: number; readonly end?: number },
): Promise<PointCourse> {
  const zone = zoneOf(timeZone);
  const hold = holdOf(expectedSeconds);
  const day = bucketStart(zone, LEVEL.day, from);
  const { samples, before } = await courseIn(trx, id, { from: day, to: to + 1, hold });
  return {
    intervals: intervalsOf(samples, from, end, hold),
    operations: operationsOf(
      samples.filter(({ ts }) => ts >= day),
      before,
    ),
    days: bucketBounds(zone, LEVEL.day, from, to + 1),
  };
}
