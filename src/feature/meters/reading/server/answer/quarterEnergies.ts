import { CompiledQuery } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Range } from '#domain/fold/reach.ts';
import { visibleMeters } from './visible.ts';

/** A quarter of an hour of a meter: its energies forward and in reverse, millionths; null where nothing is known. */
export interface QuarterEnergy {
  readonly ts: number;
  readonly forward: bigint | null;
  readonly reverse: bigint | null;
  /** Seconds backed by readings. */
  readonly coveredS: number;
  /** Bits of FLAG. */
  readonly flags: number;
  /** It has a demand: measured in full between readings at its very ends, nothing of it is shared by time. */
  readonly solid: boolean;
}

/**
 * The quarters of an hour of meters whose start lies in [from, to), by meter and in the order of time; those of which nothing
 * is known are absent, and so are meters outside the executor's scope. Leaner than `usageOf`, for a year of them.
 */
export async function quarterEnergies(
  db: Db,
  meterIds: readonly number[],
  { from, to }: Range,
): Promise<ReadonlyMap<number, readonly QuarterEnergy[]>> {
  const meters = await visibleMeters(db, meterIds);
  const found = new Map<number, QuarterEnergy[]>(meters.map(({ id }) => [id, []]));
  if (meters.length === 0 || from >= to) return found;
  type Row = {
    m: number;
    ts: number;
    pp: string | null;
    rp: string | null;
    c: number;
    f: number;
    s: boolean;
  };
  const { rows } = await db.executeQuery<Row>(
    CompiledQuery.raw(
      `select meter_id as m, date_part('epoch', ts) * 1000 as ts, pp, rp, covered_s as c, flags as f,
         md is not null as s
       from unnest($1::integer[]) m (id) cross join lateral usage_in(m.id, 1, $2, $3) order by meter_id, ts`,
      [[...found.keys()], new Date(from), new Date(to)],
    ),
  );
  for (const { m, ts, pp, rp, c, f, s } of rows)
    found.get(m)?.push({
      ts: Math.round(ts),
      forward: pp === null ? null : BigInt(pp),
      reverse: rp === null ? null : BigInt(rp),
      coveredS: c,
      flags: f,
      solid: s,
    });
  return found;
}
