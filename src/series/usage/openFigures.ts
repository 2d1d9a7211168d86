import type { Queryable } from '#server/database/queryable.ts';
import { ENCODED } from './encode.ts';

/** The columns of a bucket. */
const ROW = ['meter_id', 'level', 'ts', ...Object.keys(ENCODED).filter((column) => column !== 'absent')];

/** Behind every bucket that there may be, ms. */
export const FAR = Date.UTC(3000, 0);

/** Buckets of a level of a meter that begin in [from, to), ms. */
export interface FigureRange {
  readonly meterId: number;
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts back as rows what stands in blocks that touch the ranges, in the caller's transaction, which holds the meters: before figures
 * are written anew. Their months are sealed again when they are quiet.
 */
export async function openFigures(client: Queryable, ranges: readonly FigureRange[]): Promise<void> {
  const fine = ranges.filter(({ level }) => level <= 2);
  if (fine.length === 0) return;
  await client.query({
    name: 'open_figures',
    // The blocks are read as they were before the statement: what it deletes is still there for it.
    text: `
      with gone as (
        delete from usage_block b using unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[])
            g (meter_id, level, from_ts, to_ts)
          where b.meter_id = g.meter_id and b.level = g.level and b.first_ts < g.to_ts and b.last_ts >= g.from_ts
          returning b.meter_id, b.level, b.month, b.first_ts, b.last_ts),
        told as (
          insert into usage_open (meter_id, month) select distinct meter_id, month from gone
          on conflict (meter_id, month) do update set at = now())
      insert into usage (${ROW.join(', ')}) select ${ROW.map((column) => `s.${column}`).join(', ')} from gone d
        cross join lateral usage_sealed(d.meter_id, d.level, d.first_ts, d.last_ts + interval '1 second') s`,
    values: [
      fine.map((one) => one.meterId),
      fine.map((one) => one.level),
      fine.map((one) => new Date(one.from)),
      fine.map((one) => new Date(one.to)),
    ],
  });
}

/** Puts back all of a month of a meter. @returns how many blocks it had */
export async function openFigureMonth(client: Queryable, meterId: number, month: string): Promise<number> {
  const { rows } = await client.query<{ level: number; first: Date; last: Date }>({
    text: `select level, first_ts as first, last_ts as last from usage_block where meter_id = $1 and month = $2::date`,
    values: [meterId, month],
  });
  await openFigures(
    client,
    rows.map(({ level, first, last }) => ({ meterId, level, from: first.getTime(), to: last.getTime() + 1 })),
  );
  return rows.length;
}
