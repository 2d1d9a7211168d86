import { sql } from 'kysely';
import { badInput, noSuchRow } from '#contract/error.ts';
import { samplesOf } from '#domain/signal/course.ts';
import { holdOf, intervalsOf, operationsOf, type StateInterval, totalsOf } from '#domain/signal/interval.ts';
import { type Quality, type Sample } from '#domain/signal/sample.ts';
import { bucketBounds, LEVEL } from '#domain/time/bucket.ts';
import { daysBetween } from '#domain/time/date.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { type DayWire, MOST_DAYS, type PointWire } from '../contract.ts';
import { pointsOf } from './points.ts';

/** A point and its days that are asked for, `YYYY-MM-DD` in the zone of its site, both included. */
export interface HistoryQuery {
  readonly id: number;
  readonly begin: string;
  readonly end: string;
}

/** A point with its course in a range; what lies ahead of now is no part of it. */
interface PointHistory {
  readonly point: PointWire;
  /** ms */
  readonly from: number;
  readonly to: number;
  readonly intervals: readonly StateInterval[];
  readonly changes: readonly Sample[];
  /** The last known position before the range. */
  readonly before: number | null;
}

/** The course of a point over days. @throws Fault 404 for a point the caller does not see, 400 for days that are none */
export async function historyOf(
  trx: Db,
  { id, begin, end }: HistoryQuery,
  now: number,
): Promise<PointHistory> {
  const days = daysBetween(begin, end) + 1;
  if (days < 1 || days > MOST_DAYS)
    throw badInput(
      {
        zh: `结束日期：应不早于开始日期，且最多 ${MOST_DAYS} 天`,
        en: `End: not before the begin, and at most ${MOST_DAYS} days`,
      },
      'end',
    );
  const [point] = (await pointsOf(trx, { id, limit: 1, offset: 0 })).points;
  if (!point) throw noSuchRow();
  const from = startOfDate(point.timeZone, begin);
  const to = Math.max(from, Math.min(startOfDate(point.timeZone, end, 1), now));
  const hold = holdOf(point.expectedSeconds);
  const { samples, changes, before } = await loadSamples(trx, id, from, to, hold);
  const intervals = intervalsOf(samples, from, to, hold);
  return { point, from, to, intervals, before, changes: changes.filter(({ ts }) => ts >= from) };
}

interface Row {
  readonly ts: number;
  readonly value: number | null;
  readonly quality: Quality;
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/**
 * The samples of a point in [from, to) with those before that still hold at `from`, in the order of time, and the last known
 * position before; `hold` in ms.
 */
export async function courseIn(
  trx: Db,
  pointId: number,
  { from, to, hold }: { readonly from: number; readonly to: number; readonly hold: number },
): Promise<{ readonly samples: readonly Sample[]; readonly before: number | null }> {
  return loadSamples(trx, pointId, from, to, hold);
}

/** Samples of [from, to) and those before that still hold at `from`. */
async function loadSamples(trx: Db, id: number, from: number, to: number, hold: number) {
  const first = new Date(from - Math.min(hold, 4 * DAY_MS));
  const hour = new Date(Math.floor(first.getTime() / HOUR_MS) * HOUR_MS);
  const until = new Date(to);
  const { rows: changes } = await sql<Row>`
    select ${ms('ts')} as ts, value, quality from signal
    where point_id = ${id} and ts >= ${hour} and ts < ${until} order by ts`.execute(trx);
  const { rows: last } = await sql<Row>`
    select ${ms('ts')} as ts, value, quality from signal
    where point_id = ${id} and ts < ${hour} order by ts desc limit 1`.execute(trx);
  const { rows: hours } = await sql<{ hour: number; instants: number[] }>`
    select ${ms('hour')} as hour, instants from signal_heard
    where point_id = ${id} and hour >= ${hour} and hour < ${until} order by hour`.execute(trx);
  const { rows: known } = await sql<{ value: number }>`
    select value from signal where point_id = ${id} and ts < ${new Date(from)} and value is not null
    order by ts desc limit 1`.execute(trx);
  const before = last[0] ?? null;
  const heard = hours
    .flatMap(({ hour: begins, instants }) => instants.map((offset) => begins + offset))
    .filter((ts) => ts < to);
  const samples = [...(before ? [before] : []), ...samplesOf({ changes, heard }, before)];
  return { samples, changes, before: known[0]?.value ?? null };
}

/** Time in each state, unknown time and operations of each day, the newest first. */
export function daysOf({ point, from, to, intervals, changes, before }: PointHistory): DayWire[] {
  if (to <= from) return [];
  const bounds = [...bucketBounds(zoneOf(point.timeZone), LEVEL.day, from, to).filter((t) => t < to), to];
  const totals = totalsOf(bounds, intervals, operationsOf(changes, before));
  return totals
    .map((total) => ({
      date: dateAt(point.timeZone, total.from),
      from: total.from,
      to: total.to,
      states: [...total.byState]
        .map(([value, length]) => ({ value, seconds: length / 1000 }))
        .sort((a, b) => a.value - b.value),
      unknownSeconds: total.unknown / 1000,
      operations: total.operations,
    }))
    .reverse();
}
