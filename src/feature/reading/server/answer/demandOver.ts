import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/bucket.ts';
import { runsOf } from '#domain/time/run.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters, type VisibleMeter } from './visible.ts';

/** The highest demand of a stretch of time, in millionths of kW, with the end of its window. */
export interface HighestDemand {
  readonly value: bigint;
  readonly at: number;
}

/** Of a stretch: over whole quarters of an hour, and over all windows that lie inside. */
export interface StretchDemand {
  readonly block: HighestDemand | null;
  /** At least the block demand; the same where no other window is known or higher. */
  readonly sliding: HighestDemand | null;
}

interface Row {
  readonly key: number;
  readonly md: string | null;
  readonly mdAt: Date | null;
  readonly sd: string | null;
  readonly sdAt: Date | null;
}

/**
 * The highest demands of a meter over stretches of any length (ends on quarters of an hour), one for each stretch,
 * from the fewest buckets; nothing for a meter outside the scope.
 */
export async function demandOver(
  db: Db,
  meterId: number,
  stretches: readonly Range[],
): Promise<StretchDemand[]> {
  const [meter] = await visibleMeters(db, [meterId]);
  if (!meter) return stretches.map(() => ({ block: null, sliding: null }));
  const rows = await ask(db, meter, stretches);
  // A window that began before a stretch is in its first bucket, and may hide one that lies inside.
  const crossed = new Set(
    rows.filter(({ key, sdAt }) => sdAt && sdAt.getTime() < (stretches[key]?.from ?? 0) + QUARTER_MS).map((row) => row.key),
  ); // prettier-ignore
  const later = stretches.map(({ from, to }, key) => (crossed.has(key) ? { from: from + QUARTER_MS, to } : null)); // prettier-ignore
  const again = crossed.size > 0 ? await ask(db, meter, later) : [];
  return stretches.map((_, key) => {
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

async function ask(db: Db, meter: VisibleMeter, stretches: readonly (Range | null)[]): Promise<Row[]> {
  const runs = stretches.flatMap((stretch, key) =>
    stretch ? runsOf(meter.zone, stretch.from, stretch.to).map((run) => ({ ...run, key })) : [],
  );
  if (runs.length === 0) return [];
  const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));
  const { rows } = await sql<Row>`
    select r.key, u.md, u.md_at as "mdAt", u.sd, u.sd_at as "sdAt"
    from unnest(${runs.map((r) => r.key)}::integer[], ${runs.map((r) => r.level)}::smallint[],
        ${dates(runs.map((r) => r.from))}::timestamptz[], ${dates(runs.map((r) => r.to))}::timestamptz[]) r (key, level, from_ts, to_ts)
      join usage u on u.meter_id = ${meter.id} and u.level = r.level and u.ts >= r.from_ts and u.ts < r.to_ts
    where u.md is not null or u.sd is not null`.execute(db);
  return rows;
}
