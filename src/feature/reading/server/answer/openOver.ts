import { sql } from 'kysely';
import { type KnownQuarter, openRuns, type OpenRun } from '#domain/demand/proven.ts';
import { dueWithin } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, LEVEL, QUARTER_MS } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { demandCounts } from './demandOver.ts';
import { visibleMeters } from './visible.ts';

/** Where a meter has no demand. */
export interface OpenMeter {
  readonly meterId: number;
  readonly runs: readonly OpenRun[];
}

/**
 * The quarters of an hour of each stretch that have no demand, meter by meter (`openRuns`); meters that have one of
 * every quarter in which they count are absent. Stretches lie on the grid. What is complete is passed over by months and days.
 * @param until what is not over, or still on its way, is not missing, ms
 * @param closely of these stretches every day is looked at: windows beside the grid count as demands elsewhere
 */
export async function openOver(
  db: Db,
  meterIds: readonly number[],
  stretches: readonly Range[],
  until: number,
  closely: ReadonlySet<number> = new Set(),
): Promise<OpenMeter[][]> {
  const found = stretches.map((): OpenMeter[] => []);
  const meters = await visibleMeters(db, meterIds);
  const counts = await demandCounts(db, meterIds, stretches);
  const due = ({ from, to }: Range): number => Math.floor((Math.min(to, until) - from) / QUARTER_MS);
  for (const meter of meters) {
    const short = stretches.flatMap((stretch, key) => {
      const range = dueWithin(meter.counting, stretch);
      if (range === null) return [];
      return (counts[key]?.get(meter.id) ?? 0) < due(range) || closely.has(key) ? [{ ...range, key }] : [];
    });
    if (short.length === 0) continue;
    const days = (await openDays(db, meter.id, meter.zone, short, closely)).filter(({ from }) => from < until); // prettier-ignore
    const quarters = await quartersIn(db, meter.id, days);
    for (const { key } of short) {
      const runs = days
        .flatMap((day, i) => (day.key === key ? openRuns(quarters[i] ?? [], day) : []))
        .filter(({ from }) => from < until)
        .map((run) => (run.kind === 'missing' && run.to > until ? { ...run, to: until } : run));
      if (runs.length > 0) found[key]?.push({ meterId: meter.id, runs });
    }
  }
  return found;
}

interface Stretch extends Range {
  readonly key: number;
}

/** The days of stretches that lack a demand, neighbours as one; a span that lies over midnight leaves both without. */
async function openDays(
  db: Db,
  meterId: number,
  zone: Zone,
  stretches: readonly Stretch[],
  closely: ReadonlySet<number>,
): Promise<Stretch[]> {
  const [from, to] = [Math.min(...stretches.map((one) => one.from)), Math.max(...stretches.map((one) => one.to))]; // prettier-ignore
  const bounds = bucketBounds(zone, LEVEL.day, from, to);
  const { rows } = await sql<{ ts: Date; n: number }>`
    select ts, md_n as n from usage where meter_id = ${meterId} and level = ${LEVEL.day}
      and ts >= ${new Date(bounds[0] ?? from)} and ts < ${new Date(to)}`.execute(db);
  const known = new Map(rows.map(({ ts, n }) => [ts.getTime(), n]));
  const days: Stretch[] = [];
  for (const { from, to, key } of stretches)
    bounds.forEach((start, i) => {
      const end = bounds[i + 1];
      if (end === undefined || end <= from || start >= to) return;
      if (!closely.has(key) && (known.get(start) ?? 0) >= (end - start) / QUARTER_MS) return;
      const day = { key, from: Math.max(from, start), to: Math.min(to, end) };
      const last = days.at(-1);
      if (last?.key === key && last.to === day.from) days[days.length - 1] = { ...last, to: day.to };
      else days.push(day);
    });
  return days;
}

const ms = (instant: Date | null): number | null => instant && instant.getTime();

/** The quarters of a meter in each stretch, in the order of time, with the one behind it. */
async function quartersIn(db: Db, meterId: number, stretches: readonly Range[]): Promise<KnownQuarter[][]> {
  const found = stretches.map((): KnownQuarter[] => []);
  interface Row {
    readonly key: number;
    readonly ts: Date;
    readonly pp: string | null;
    readonly solid: boolean;
    readonly flags: number;
    readonly covered: number;
    readonly head: Date | null;
    readonly tail: Date | null;
  }
  const { rows } = await sql<Row>`
    select r.key::integer - 1 as key, u.*
    from unnest(${stretches.map((one) => new Date(one.from))}::timestamptz[],
        ${stretches.map((one) => new Date(one.to))}::timestamptz[]) with ordinality r (from_ts, to_ts, key)
      cross join lateral (
        select ts, pp::text as pp, md is not null as solid, flags, covered_s as covered, head_from as head, head_to as tail
        from usage where meter_id = ${meterId} and level = 1 and ts >= r.from_ts and ts <= r.to_ts
        order by ts offset 0) u
    order by r.key, u.ts`.execute(db);
  for (const { key, ts, pp, solid, flags, covered, head, tail } of rows)
    found[key]?.push({
      ts: ts.getTime(),
      energy: pp === null ? null : BigInt(pp),
      solid,
      flags,
      coveredS: covered,
      headFrom: ms(head),
      headTo: ms(tail),
    });
  return found;
}
