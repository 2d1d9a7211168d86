import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Zone } from '#domain/time/zone.ts';
import {
  closedAt,
  closedPeriod,
  extentsOf,
  visibleMeter,
  visibleMeterSet,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { counts } from '#series/public.ts';
import type { RecalculationEffect } from '../contract.ts';

const WALL = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::\d{2})?)?$/;

/**
 * The instant that `2026-01-31` or `2026-01-31 08:00` means on a site's clock; a date as an end includes its day.
 * @throws Fault 400 naming the field
 */
function instantOf(zone: Zone, text: string, field: string, end = false): number {
  const [, date, time] = WALL.exec(text.trim()) ?? [];
  const wall = Date.parse(`${date}T${time ?? '00:00'}:00Z`);
  if (Number.isNaN(wall))
    throw badInput(
      {
        zh: `时间无效：${text}（如 2026-01-31 或 2026-01-31 08:00）`,
        en: `No date or time: ${text}, such as 2026-01-31 or 2026-01-31 08:00`,
      },
      field,
    );
  return zone.instantOf(end && time === undefined ? wall + DAY_MS : wall);
}

/** An interval of a meter, ms. */
export interface Interval {
  readonly meterId: number;
  readonly name: string;
  readonly consumerId: number;
  readonly zone: Zone;
  readonly from: number;
  readonly to: number;
  /** ms: what was asked for before it stays, as its figures are final; null = nothing does. */
  readonly closedBefore: number | null;
}

/**
 * The interval of a visible meter that was asked for, no longer than what it has; `to` ≤ `from` where it has nothing
 * there. What is final is left out. @throws Fault 404, 400, 409 where all of it is final
 */
export async function intervalOf(trx: Db, meterId: number, fromDt: string, toDt: string): Promise<Interval> {
  const { zone, name, consumerId } = await visibleMeter(trx, meterId);
  const from = instantOf(zone, fromDt, 'fromDt');
  const to = instantOf(zone, toDt, 'toDt', true);
  if (to <= from)
    throw badInput({ zh: '结束时间早于开始时间', en: 'The end is before the beginning' }, 'toDt');
  const [extent] = await extentsOf(trx, [meterId]);
  const [closed] = await closedAt(trx, [meterId]);
  const closedBefore = closed?.closedBefore ?? -Infinity;
  if (to <= closedBefore) throw closedPeriod(closedBefore);
  const first = Math.max(extent?.first ?? to, closedBefore);
  const last = extent?.last ?? from;
  return {
    meterId,
    name,
    consumerId,
    zone,
    from: Math.max(from, first),
    to: Math.min(to, last),
    closedBefore: from < closedBefore ? closedBefore : null,
  };
}

/** Counts what an interval holds. */
export async function effectOf(trx: Db, interval: Interval): Promise<RecalculationEffect> {
  const { meterId, from, to, zone, closedBefore } = interval;
  if (to < from)
    return { from: null, to: null, readings: 0, intervals: 0, buckets: 0, days: 0, closedBefore };
  const [start, end] = [new Date(from), new Date(to)];
  const meters = await visibleMeterSet(trx, [meterId]);
  const [readings = 0] = await counts(trx, meters, [{ meterId, from, to: to + 1 }]);
  const { rows } = await sql<{ intervals: number; buckets: number }>`
    select (select count(*) from interval_energy where meter_id = ${meterId} and code = 'PP' and start_ts < ${end} and end_ts > ${start})::integer
        as intervals,
      (select count(*) from generate_series(1, 5) l (level)
        cross join lateral usage_in(${meterId}, l.level, ${start}, ${new Date(to + 1)}))::integer
        as buckets`.execute(trx);
  const { intervals, buckets } = rows[0] ?? { intervals: 0, buckets: 0 };
  return {
    from,
    to,
    closedBefore,
    readings,
    intervals,
    buckets,
    days: zone.localDay(Math.max(from, to - 1)) - zone.localDay(from) + 1,
  };
}
