import { sql } from 'kysely';
import { DAY_MS } from '#domain/time/duration.ts';
import { countsFrom, visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import { anySealed, deviceEdge, sealedInstants } from '#series/public.ts';
import { LAST_TOLD, like, TELLS } from './sql.ts';

/** Which meters and local days a collection rate is about. */
export interface RateQuestion {
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly ammeterId?: number | undefined;
  readonly search?: string | undefined;
  /** Of these those of some ids alone. */
  readonly among?: readonly number[];
  /** First and last local day, `YYYY-MM-DD`. */
  readonly begin: string;
  readonly end: string;
}

/**
 * CTEs without `with`: `m` (id, name, code, zone, iv = step in seconds, first = first instant it told or its
 * commissioning, never = nothing ever came of it, gone = end of its life, lo, hi = ends of the period on its clock, hi at
 * most now) and `told` (id, ts), what came from the meter itself in the period.
 */
export async function rateCtes(trx: Db, question: RateQuestion, now: number) {
  const { begin, end } = question;
  const instant = new Date(now);
  const sealed = await sealedOf(trx, question);
  return sql`m as materialized (
    select a.id, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_code as code, s.time_zone as zone, a.interval_seconds as iv,
      -- What is in files alone is not missing.
      greatest(f.gone_ts, least(
        ${sql.raw(deviceEdge('first', 'a.id'))},
        (select e.end_ts from interval_energy e where e.meter_id = a.id and e.code = 'PP' and e.source = 0
          order by e.start_ts limit 1),
        a.commissioned::timestamp at time zone s.time_zone)) as first,
      ${sql.raw(countsFrom('s'))} is null as never, f.counts_to as gone,
      ${LAST_TOLD} as last,
      ${begin}::date::timestamp at time zone s.time_zone as lo,
      least((${end}::date + 1)::timestamp at time zone s.time_zone, ${instant}::timestamptz, f.counts_to) as hi
    from ammeter a join monitor_site s on s.id = a.site_id left join meter_fold f on f.meter_id = a.id
    where ${asked(question)}
  ), told as (
    select m.id, r.ts from m join reading r on r.meter_id = m.id and r.source = 0
      and r.ts >= m.lo - m.iv * interval '1 second' and r.ts < m.hi + m.iv * interval '1 second'
    union
    select m.id, e.end_ts from m join interval_energy e on e.meter_id = m.id and e.code = 'PP' and e.source = 0
      and e.start_ts >= m.lo - 2 * m.iv * interval '1 second' and e.start_ts < m.hi
    union
    select m.id, x.ts from m join (
      select v.m, timestamptz 'epoch' + v.ms * interval '1 millisecond' as ts
      from unnest(${numbers(sealed.meterIds)}::integer[], ${numbers(sealed.stamps)}::float8[]) v (m, ms)) x on x.m = m.id
      and x.ts >= m.lo - m.iv * interval '1 second' and x.ts < m.hi + m.iv * interval '1 second'
  )`;
}

/** The meters `a` that a question is about. */
function asked({ consumerId, siteId, ammeterId, search, among }: RateQuestion) {
  const is = (column: string, id: number | undefined) =>
    sql`(${id ?? null}::integer is null or ${sql.ref(column)} = ${id ?? null})`;
  return sql`${TELLS}
      and ${among === undefined ? sql`true` : sql`a.id = any(${numbers(among)}::integer[])`}
      and ${is('a.consumer_id', consumerId)} and ${is('a.site_id', siteId)} and ${is('a.id', ammeterId)}
      and ${search === undefined ? sql`true` : sql`(a.ammeter_name ilike ${like(search)} or a.ammeter_code ilike ${like(search)} or a._initials ilike ${like(search)})`}`;
}

/** An interval is at most a month. */
const AROUND_MS = 32 * DAY_MS;
/** Sealed readings that are looked at together at most, about, and meters. */
const MOST_STAMPS = 1_000_000;
const MOST_METERS = 500;

const rangeOf = ({ begin, end }: RateQuestion): { from: number; to: number } => ({
  from: Date.parse(begin),
  to: Date.parse(end) + DAY_MS,
});

/** The meters of a question with their steps, ms, in the order of their codes. */
async function steppedOf(
  trx: Db,
  question: RateQuestion,
): Promise<{ readonly id: number; readonly step: number }[]> {
  const { rows } = await sql<{ id: number; step: number }>`
    select a.id, coalesce(a.interval_seconds, 0) * 1000 as step from ammeter a where ${asked(question)}
    order by a.ammeter_code, a.id`.execute(trx);
  return rows;
}

/**
 * A question in parts, in the order of the codes of its meters, so that what is read of sealed months together stays within bounds; itself alone where
 * nothing of it is sealed.
 */
export async function partsOf(trx: Db, question: RateQuestion): Promise<RateQuestion[]> {
  const { from, to } = rangeOf(question);
  if (!(await anySealed(trx, from - AROUND_MS, to + AROUND_MS))) return [question];
  const parts: number[][] = [];
  let stamps = Infinity;
  for (const { id, step } of await steppedOf(trx, question)) {
    const own = (to - from) / Math.max(1000, step);
    if (stamps + own > MOST_STAMPS || (parts.at(-1)?.length ?? 0) >= MOST_METERS) {
      parts.push([]);
      stamps = 0;
    }
    parts.at(-1)?.push(id);
    stamps += own;
  }
  return parts.map((among) => ({ ...question, among }));
}

/** A day begins at most so long before or after that of UTC. */
const ZONE_MS = DAY_MS;

/** What came of those meters in months of the period that are sealed, as far as a step beside it. */
async function sealedOf(trx: Db, question: RateQuestion) {
  const { from, to } = rangeOf(question);
  const none = { meterIds: [], stamps: [] };
  if (!(await anySealed(trx, from - AROUND_MS, to + AROUND_MS))) return none;
  const meters = await steppedOf(trx, question);
  const windows = meters.map(({ id, step }) => ({
    meterId: id,
    from: from - ZONE_MS - step,
    to: to + ZONE_MS + step,
  }));
  const set = await visibleMeterSet(trx, meters.map(({ id }) => id)); // prettier-ignore
  return sealedInstants(trx, set, windows);
}
