import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import { usageSum } from '#feature/meters/reading/server/public.ts';
import { contextOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DayAnswer, DiagramHead } from '../contract.ts';

const QUARTERS_AN_HOUR = HOUR_MS / QUARTER_MS;
/** Marks of a day, at most of each kind. */
const MOST_MARKS = 500;

/** A day (YYYY-MM-DD) of the site of a diagram: power of its supply, changes of its positions, its alarms. */
export async function dayOf(trx: Db, diagram: DiagramHead, date: string, now: number): Promise<DayAnswer> {
  const from = startOfDate(diagram.timeZone, date);
  const to = startOfDate(diagram.timeZone, date, 1);
  const until = Math.max(from, Math.min(to, now));
  const { signed } = await contextOf(trx, { orgId: diagram.siteId, dataType: ENERGY.electricity }, now);
  const buckets = signed.length === 0 || until <= from ? [] : await usageSum(trx, signed, 1, from, until);
  const range = [new Date(from), new Date(until)] as const;
  const { rows: switches } = await sql<DayAnswer['switches'][number]>`
    select round(extract(epoch from s.ts) * 1000)::float8 as ts, p.id as "signalPointId",
      shown_name(p.point_name, p.point_name_en) as name, s.value
    from signal_point p join signal s on s.point_id = p.id and s.ts >= ${range[0]} and s.ts < ${range[1]}
    where p.site_id = ${diagram.siteId} and p.kind in ('1', '2') order by s.ts limit ${MOST_MARKS}`.execute(
    trx,
  );
  const { rows: alarms } = await sql<DayAnswer['alarms'][number]>`
    select round(extract(epoch from r.raised_at) * 1000)::float8 as ts,
      shown_name(r.record_name, r.record_name_en) as name, r.alarm_level as level
    from alarm_record r where r.raised_at >= ${range[0]} and r.raised_at < ${range[1]}
      and r.revision is distinct from 'withdrawn'
      and (r.site_id = ${diagram.siteId} or r.ammeter_id in (select id from ammeter where site_id = ${diagram.siteId}))
    order by r.raised_at limit ${MOST_MARKS}`.execute(trx);
  return {
    from,
    to,
    // A quarter that is not over has no mean power yet.
    power: buckets.map(({ ts, end, energy, missing }) => [
      ts,
      energy === null || missing.length > 0 || end > now ? null : microToNumber(energy) * QUARTERS_AN_HOUR,
    ]),
    switches,
    alarms,
  };
}
