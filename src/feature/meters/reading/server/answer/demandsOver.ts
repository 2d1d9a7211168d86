import { type RawBuilder, sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { bucketStart } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { hullOf } from '../../domain/hull.ts';
import { quartersOf, sourceOf, intervalRows } from './quarters.ts';
import type { SumSource } from './sumRows.ts';
import type { SignedMeter } from './usageSum.ts';

/** A quarter of an hour with its demand, millionths of kW. */
export interface Demand {
  readonly ts: number;
  readonly demand: bigint;
  /** The end of its window, ms: that of the quarter, or of a window that slid and ends in it. */
  readonly at: number;
}

/** What the quarters of an interval tell that every meter that counts in a sum has measured in full. */
export interface Demands {
  /** How many they are; null where they are not counted. */
  readonly known: number | null;
  /** Of them above the limit. */
  readonly over: number | null;
  /** The highest two, the earlier of equals first. */
  readonly highest: readonly Demand[];
}

interface Row {
  readonly key: number;
  readonly known: number | null;
  readonly over: number | null;
  readonly values: (string | null)[] | null;
  readonly times: (number | null)[] | null;
}

/**
 * The demand of the summed curve over several intervals that do not overlap, by one statement: a year is no longer list
 * than a day. @param limit millionths of kW, what `over` counts; null = nothing is over
 * @param counted whether quarters are counted, for which each is looked at
 * @param slides parts, in the order of time, in which of one meter the highest window that ends in a quarter counts, but
 *   none that began before its part
 */
export async function demandsOver(
  db: Db,
  signed: readonly SignedMeter[],
  ranges: readonly Range[],
  limit: bigint | null,
  counted = true,
  slides: readonly Range[] = [],
): Promise<Demands[]> {
  const source = await sourceOf(db, signed);
  const count = counted ? 0 : null;
  const none: Demands = { known: count, over: count, highest: [] };
  const found = ranges.map(() => none);
  if (!source || ranges.length === 0) return found;
  const meter = counted ? null : meterOfHours(source, ranges);
  const slid = slidOf(source, slides);
  const quarters = slid?.rows ?? quartersOf(source, hullOf(ranges), 'md');
  const reported = meter === null ? ofQuarters(quarters, limit) : ofHours(meter, slid);
  const { rows } = await sql<Row>`select r.key, h.* from ${intervalRows(ranges)} cross join lateral (${reported}) h`.execute(db); // prettier-ignore
  for (const { key, known, over, values, times } of rows)
    found[key] = { ...(counted ? { known, over } : none), highest: highestOf(values ?? [], times ?? []) };
  return slid ? withEnds(db, slid.meterId, found) : found;
}

/** When the quarters of an interval begin whose demand is above a limit in millionths of kW: ms, in no order. */
export async function timesAbove(
  db: Db,
  signed: readonly SignedMeter[],
  range: Range,
  limit: bigint,
  slides: readonly Range[] = [],
): Promise<number[]> {
  const source = await sourceOf(db, signed);
  if (!source) return [];
  const quarters = slidOf(source, slides)?.rows ?? quartersOf(source, range, 'md');
  const { rows } = await sql<{ times: string | null }>`
    select string_agg((date_part('epoch', ts) * 1000)::bigint::text, ',') as times
    from ${intervalRows([range])} cross join lateral (${quarters}) u
    where value > ${String(limit)}::bigint`.execute(db);
  return JSON.parse(`[${rows[0]?.times ?? ''}]`) as number[];
}

/** The first two of a list in which one may stand twice. */
function highestOf(values: readonly (string | null)[], times: readonly (number | null)[]): Demand[] {
  const reported = new Map<number, Demand>();
  for (const [i, value] of values.entries()) {
    const ts = Math.round(times[i] ?? 0);
    if (value !== null && reported.size < 2)
      reported.set(ts, { ts, demand: BigInt(value), at: ts + QUARTER_MS });
  }
  return [...reported.values()];
}

const millis = (ts: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(date_part('epoch', ${ts}) * 1000)::float8`;

/** All quarters of the interval `r` as one list in the order of time: what is first in it is the earliest. */
function ofQuarters(quarters: RawBuilder<unknown>, limit: bigint | null): RawBuilder<unknown> {
  const over =
    limit === null ? sql`0` : sql`(count(*) filter (where value > ${String(limit)}::bigint))::integer`;
  return sql`
    select known, over, array[most::text, next::text] as values,
      array[${millis(sql`times[at]`)}, ${millis(sql`times[array_position(list, next, case when next = most then at + 1 else 1 end)]`)}] as times
    from (
      select *, (select max(value) from unnest(list[:at - 1] || list[at + 1:]) value) as next
      from (
        select *, array_position(list, most) as at
        from (
          select count(*)::integer as known, ${over} as over, max(value) as most,
            array_agg(value order by ts) as list, array_agg(ts order by ts) as times
          from (${quarters}) u offset 0) a offset 0) b offset 0) c
    where known > 0`; // prettier-ignore
}

/** The meter whose hours tell a sum, as it is the whole of it, and the intervals begin and end with hours; else null. */
function meterOfHours({ counted, zone }: SumSource, ranges: readonly Range[]): number | null {
  const [only] = counted;
  if (only?.sign !== 1 || counted.length > 1) return null;
  const begins = (t: number): boolean => bucketStart(zone, 2, t) === t;
  return ranges.every(({ from, to }) => begins(from) && begins(to)) ? only.meterId : null;
}

const BLOCK: RawBuilder<unknown> = sql`md`;

/** What a quarter of a meter that slides tells, and its quarters `(ts, value)` of the interval `r`. */
interface Slid {
  readonly meterId: number;
  readonly value: RawBuilder<unknown>;
  /** What an hour may tell at most. */
  readonly most: RawBuilder<unknown>;
  readonly rows: RawBuilder<unknown>;
  readonly parts: number;
}

/** Undefined where windows do not slide: by rule, or as several meters are summed. */
function slidOf({ counted }: SumSource, slides: readonly Range[]): Slid | undefined {
  const [only, ...more] = counted;
  if (slides.length === 0 || only?.sign !== 1 || more.length > 0) return undefined;
  const within = (first: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(slides.map(({ from, to }) => sql`(ts ${first} ${new Date(from)}::timestamptz and ts < ${new Date(to)}::timestamptz)`), sql` or `); // prettier-ignore
  const value = sql`case when ${within(sql`>`)} then greatest(md, sd) else md end`;
  const most = sql`case when ${within(sql`>=`)} then greatest(md, sd) else md end`;
  const rows = sql`
    select ts, ${value} as value from usage_in(${only.meterId}, 1, r.from_ts, r.to_ts) where ${value} is not null
    order by ts offset 0`;
  return { meterId: only.meterId, value, most, rows, parts: slides.length };
}

/** The same with the ends of windows that slid. */
async function withEnds(db: Db, meterId: number, found: readonly Demands[]): Promise<Demands[]> {
  const times = found.flatMap(({ highest }) => highest.map(({ ts }) => new Date(ts)));
  const { rows } = await sql<{ ts: Date; sd: string; at: Date }>`
    select ts, sd::text as sd, sd_at as at from unnest(${times}::timestamptz[]) t (at)
      cross join lateral usage_in(${meterId}, 1, t.at, t.at + interval '1 second') where sd is not null`.execute(
    db,
  );
  const ends = new Map(rows.map(({ ts, sd, at }) => [`${ts.getTime()} ${sd}`, at.getTime()]));
  return found.map((one) => ({
    ...one,
    highest: one.highest.map((top) => ({ ...top, at: ends.get(`${top.ts} ${top.demand}`) ?? top.at })),
  }));
}

/** An hour of a meter knows its highest quarter: of the interval `r` the quarters are read of its highest hours. */
function ofHours(meterId: number, slid: Slid | undefined): RawBuilder<unknown> {
  const { value, most, parts } = slid ?? { value: BLOCK, most: BLOCK, parts: 0 };
  const hours = sql`
    select ts, ${most} as most from usage_in(${meterId}, 2, r.from_ts, r.to_ts) where ${most} is not null offset 0`;
  // Where clocks change by half an hour, hours are shorter, and what is read of two may overlap: four are at least two.
  // The highest window of the first hour of a part may not count: then a further hour has the second.
  const quarters = sql`lateral (
    select ts, ${value} as value from usage_in(${meterId}, 1, h.ts, least(h.ts + interval '1 hour', r.to_ts))
    where ${value} is not null offset 0) q`;
  return sql`
    select null::integer as known, null::integer as over, array_agg(value::text order by value desc, ts) as values,
      array_agg(${millis(sql`ts`)} order by value desc, ts) as times
    from (
      select q.ts, q.value
      from (select ts from (${hours}) u order by most desc, ts limit ${2 + parts}) h cross join ${quarters}
      order by q.value desc, q.ts limit 4) four`;
}
