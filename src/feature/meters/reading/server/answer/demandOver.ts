import { sql } from 'kysely';
import { type Counting, dueSeconds } from '#domain/fold/counting.ts';
import { onGrid, type Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { runsOf } from '#domain/time/run.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters, type VisibleMeter } from './visible.ts';

/** The highest demand of an interval, in millionths of kW, with the end of its window. */
interface HighestDemand {
  readonly value: bigint;
  readonly at: number;
}

/** Of an interval: over whole quarters of an hour, and over all windows that lie inside. */
export interface IntervalDemand {
  readonly block: HighestDemand | null;
  /** At least the block demand; the same where no other window is known or higher. */
  readonly sliding: HighestDemand | null;
}

const QUARTER_S = QUARTER_MS / 1000;

interface Row {
  readonly key: number;
  readonly md: string | null;
  readonly mdAt: Date | null;
  readonly sd: string | null;
  readonly sdAt: Date | null;
}

/**
 * The highest demands of a meter over intervals of any length (ends on quarters of an hour), one for each interval,
 * from the fewest buckets; nothing for a meter outside the scope.
 */
export async function demandOver(
  db: Db,
  meterId: number,
  intervals: readonly Range[],
): Promise<IntervalDemand[]> {
  const [meter] = await visibleMeters(db, [meterId]);
  if (!meter) return intervals.map(() => ({ block: null, sliding: null }));
  const rows = await ask(db, meter, intervals);
  // A window that began before an interval is in its first bucket, and may hide one that lies inside.
  const crossed = new Set(
    rows.filter(({ key, sdAt }) => sdAt && sdAt.getTime() < (intervals[key]?.from ?? 0) + QUARTER_MS).map((row) => row.key),
  ); // prettier-ignore
  const later = intervals.map(({ from, to }, key) => (crossed.has(key) ? { from: from + QUARTER_MS, to } : null)); // prettier-ignore
  const again = crossed.size > 0 ? await ask(db, meter, later) : [];
  return intervals.map((_, key) => {
    const own = rows.filter((row) => row.key === key);
    const block = highest(own.map((row) => demand(row.md, row.mdAt)));
    const slid = (crossed.has(key) ? again.filter((row) => row.key === key) : own).map((row) => demand(row.sd, row.sdAt)); // prettier-ignore
    return { block, sliding: highest([block, ...slid]) };
  });
}

const demand = (value: string | null, at: Date | null): HighestDemand | null =>
  value === null || at === null ? null : { value: BigInt(value), at: at.getTime() };

/** The highest; between equals the first of the list, else the earliest. */
function highest(demands: readonly (HighestDemand | null)[]): HighestDemand | null {
  let best: HighestDemand | null = null;
  for (const one of demands)
    if (one && (!best || one.value > best.value || (one.value === best.value && one.at < best.at)))
      best = one;
  return best;
}

/** The intervals as runs of whole buckets of a zone, a table `r` of a statement; `offset 0` keeps look-ups by the key. */
function runTable(zone: Zone, intervals: readonly (Range | null)[]) {
  const runs = intervals.flatMap((interval, key) =>
    interval ? runsOf(zone, interval.from, interval.to).map((run) => ({ ...run, key })) : [],
  );
  const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));
  return sql`unnest(${runs.map((r) => r.key)}::integer[], ${runs.map((r) => r.level)}::smallint[],
        ${dates(runs.map((r) => r.from))}::timestamptz[], ${dates(runs.map((r) => r.to))}::timestamptz[]) r (key, level, from_ts, to_ts)`;
}

async function ask(db: Db, meter: VisibleMeter, intervals: readonly (Range | null)[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.key, u.md, u.md_at as "mdAt", u.sd, u.sd_at as "sdAt"
    from ${runTable(meter.zone, intervals)}
      cross join lateral (
        select md, md_at, sd, sd_at from usage_in(${meter.id}, r.level, r.from_ts, r.to_ts) offset 0) u
    where u.md is not null or u.sd is not null`.execute(db);
  return rows;
}

/** The highest windows that slid, by the quarter of an hour in which they end: of one meter, where above its block. */
export async function slidQuarters(
  db: Db,
  signed: readonly SignedMeter[],
  { from, to }: Range,
): Promise<Map<number, { readonly demand: bigint; readonly at: number }>> {
  const [only, ...more] = signed;
  if (only?.sign !== 1 || more.length > 0) return new Map();
  const [meter] = await visibleMeters(db, [only.meterId]);
  const { rows } = await sql<{ ts: Date; sd: string; at: Date }>`
    select ts, sd::text as sd, sd_at as at from usage_in(${meter?.id ?? null}, 1, ${new Date(from)}, ${new Date(to)})
    where sd is not null`.execute(db);
  return new Map(rows.map(({ ts, sd, at }) => [ts.getTime(), { demand: BigInt(sd), at: at.getTime() }]));
}

/** How many quarters of an hour of each interval have a demand, of each meter that the scope shows. */
export async function demandCounts(
  db: Db,
  meterIds: readonly number[],
  intervals: readonly Range[],
): Promise<ReadonlyMap<number, number>[]> {
  const meters = await visibleMeters(db, meterIds);
  const counts = intervals.map(() => new Map(meters.map(({ id }) => [id, 0])));
  for (const zone of new Set(meters.map((meter) => meter.zone))) {
    const ids = meters.filter((meter) => meter.zone === zone).map((meter) => meter.id);
    const { rows } = await sql<{ key: number; meterId: number; n: number }>`
      select r.key, m.id as "meterId",
        sum(case when r.level > 1 then coalesce(u.md_n, 0) when coalesce(u.md, u.sd) is null then 0 else 1 end)::integer as n
      from ${runTable(zone, intervals)} cross join unnest(${ids}::integer[]) m (id)
        cross join lateral (
          select md, sd, md_n from usage_in(m.id, r.level, r.from_ts, r.to_ts) offset 0) u
      group by 1, 2`.execute(db);
    for (const { key, meterId, n } of rows) counts[key]?.set(meterId, n);
  }
  return counts;
}

/**
 * The same of the meter that lacks most; 0 where one is outside the scope. The demand of a sum is known of no more.
 * Quarters in which a meter does not count lack nothing.
 */
export async function demandKnown(
  db: Db,
  meterIds: readonly number[],
  intervals: readonly Range[],
): Promise<number[]> {
  const wanted = new Set(meterIds).size;
  const counts = await demandCounts(db, meterIds, intervals);
  const meters = await visibleMeters(db, meterIds);
  return counts.map((own, key) => {
    const { from, to } = onGrid(intervals[key] ?? { from: 0, to: 0 });
    const idle = (counting: Counting): number =>
      (to - from) / QUARTER_MS - Math.ceil(dueSeconds(counting, from, to) / QUARTER_S);
    return own.size < wanted || own.size === 0
      ? 0
      : Math.min(...meters.map(({ id, counting }) => (own.get(id) ?? 0) + idle(counting)));
  });
}
