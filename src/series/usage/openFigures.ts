import type { Queryable } from '#server/database/queryable.ts';
import { boundsOf } from '../sealed/month.ts';
import { isRight } from './digest.ts';
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

/** A block of figures that does not give back what was sealed. */
interface Damaged {
  readonly meterId: number;
  readonly level: number;
  readonly month: string;
}

/** The same as an error: then nothing is opened. */
export class BrokenFigures extends Error {
  override readonly name = 'BrokenFigures';

  constructor({ meterId, level, month }: Damaged) {
    super(`The figures of meter ${meterId}, level ${level} and ${month} are not those that were sealed.`);
  }
}

/**
 * Puts back as rows what stands in blocks that touch the ranges, in the caller's transaction, which holds the meters: before figures
 * are written anew. Their months are sealed again when they are quiet.
 * @throws BrokenFigures where one is damaged, as rows would hide it; the transaction must be rolled back
 */
export async function openFigures(client: Queryable, ranges: readonly FigureRange[]): Promise<void> {
  const [damaged] = await putFiguresBack(client, ranges);
  if (damaged) throw new BrokenFigures(damaged);
}

/** The same, damaged or not. @returns those that are */
async function putFiguresBack(client: Queryable, ranges: readonly FigureRange[]): Promise<Damaged[]> {
  const fine = ranges.filter(({ level }) => level <= 2);
  if (fine.length === 0) return [];
  const { rows } = await client.query<Damaged>({
    name: 'open_figures',
    // The blocks are read as they were before the statement: what it deletes is still there for it.
    text: `
      with gone as (
        delete from usage_block b using unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[])
            g (meter_id, level, from_ts, to_ts)
          where b.meter_id = g.meter_id and b.level = g.level and b.first_ts < g.to_ts and b.last_ts >= g.from_ts
          returning b.meter_id, b.level, b.month, b.first_ts, b.last_ts, b.digest, b.digest_form),
        told as (
          insert into usage_open (meter_id, month) select distinct meter_id, month from gone
          on conflict (meter_id, month) do update set at = now()),
        back as (
          insert into usage (${ROW.join(', ')}) select ${ROW.map((column) => `s.${column}`).join(', ')} from gone d
            cross join lateral usage_sealed(d.meter_id, d.level, d.first_ts, d.last_ts + interval '1 second') s)
      select d.meter_id as "meterId", d.level, d.month::text from gone d where (${isRight('d')}) is not true`,
    values: [
      fine.map((one) => one.meterId),
      fine.map((one) => one.level),
      fine.map((one) => new Date(one.from)),
      fine.map((one) => new Date(one.to)),
    ],
  });
  return rows;
}

/**
 * Puts back all of a month of a meter. What is damaged is put back too, and folded again from its readings: so a person mends it.
 * @returns how many blocks it had @throws BrokenFigures where its readings are in files alone, so that it cannot be folded
 */
export async function openFigureMonth(client: Queryable, meterId: number, month: string): Promise<number> {
  const { rows } = await client.query<{ level: number; first: Date; last: Date }>({
    text: `select level, first_ts as first, last_ts as last from usage_block where meter_id = $1 and month = $2::date`,
    values: [meterId, month],
  });
  const [damaged] = await putFiguresBack(
    client,
    rows.map(({ level, first, last }) => ({ meterId, level, from: first.getTime(), to: last.getTime() + 1 })),
  );
  if (damaged) await foldAgain(client, damaged);
  return rows.length;
}

async function foldAgain(client: Queryable, damaged: Damaged): Promise<void> {
  const { from, to } = boundsOf(damaged.month);
  const { rows } = await client.query({
    text: `insert into dirty (meter_id, from_ts, to_ts)
           select meter_id, greatest(first_ts, $2), least(last_ts, $3) from meter_fold
           where meter_id = $1 and first_ts < $3 and last_ts >= $2 and (closed_ts is null or closed_ts <= $2) returning 1 as marked`,
    values: [damaged.meterId, new Date(from), new Date(to)],
  });
  if (rows.length === 0) throw new BrokenFigures(damaged);
}
