import { sql } from 'kysely';
import { countsFrom } from '#feature/meters/reading/server/public.ts';
import { LAST_TOLD, like, TELLS } from './sql.ts';

/** Which meters and local days a collection rate is about. */
export interface RateQuestion {
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly ammeterId?: number | undefined;
  readonly search?: string | undefined;
  /** First and last local day, `YYYY-MM-DD`. */
  readonly begin: string;
  readonly end: string;
}

/**
 * CTEs without `with`: `m` (id, name, code, zone, iv = step in seconds, first = first instant it told or its
 * commissioning, never = nothing ever came of it, gone = end of its life, lo, hi = ends of the period on its clock, hi at
 * most now) and `told` (id, ts), what came from the meter itself in the period.
 */
export const rateCtes = (question: RateQuestion, now: number) => {
  const { consumerId = null, siteId = null, ammeterId = null, search, begin, end } = question;
  const instant = new Date(now);
  return sql`m as materialized (
    select a.id, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_code as code, s.time_zone as zone, a.interval_seconds as iv,
      least(
        (select r.ts from reading r where r.meter_id = a.id and r.source = 0 order by r.ts limit 1),
        (select e.end_ts from interval_energy e where e.meter_id = a.id and e.code = 'PP' and e.source = 0
          order by e.start_ts limit 1),
        a.commissioned::timestamp at time zone s.time_zone) as first,
      ${sql.raw(countsFrom('s'))} is null as never, f.counts_to as gone,
      ${LAST_TOLD} as last,
      ${begin}::date::timestamp at time zone s.time_zone as lo,
      least((${end}::date + 1)::timestamp at time zone s.time_zone, ${instant}::timestamptz, f.counts_to) as hi
    from ammeter a join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
    where ${TELLS}
      and (${consumerId}::integer is null or a.consumer_id = ${consumerId})
      and (${siteId}::integer is null or a.site_id = ${siteId})
      and (${ammeterId}::integer is null or a.id = ${ammeterId})
      and ${search === undefined ? sql`true` : sql`(a.ammeter_name ilike ${like(search)} or a.ammeter_code ilike ${like(search)} or a._initials ilike ${like(search)})`}
  ), told as (
    select m.id, r.ts from m join reading r on r.meter_id = m.id and r.source = 0
      and r.ts >= m.lo - m.iv * interval '1 second' and r.ts < m.hi + m.iv * interval '1 second'
    union
    select m.id, e.end_ts from m join interval_energy e on e.meter_id = m.id and e.code = 'PP' and e.source = 0
      and e.start_ts >= m.lo - 2 * m.iv * interval '1 second' and e.start_ts < m.hi
  )`;
};
