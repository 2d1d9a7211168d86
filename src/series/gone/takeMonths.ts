import type pg from 'pg';
import { CODES } from '#contract/dataCode.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { firstFoldReading, lastFoldReading } from '../reading/toFold.ts';
import { holdMonths, FOLD_LOCK } from '../sealed/lock.ts';
import { boundsOf } from '../sealed/month.ts';
import { blockOf } from '../sealed/sealMonth.ts';
import { putBack } from '../sealed/putBack.ts';
import { factsOf, type MonthFacts, monthRows } from './monthRows.ts';
import { Nearest, type NearWish } from './nearest.ts';

/** A month that is in a file, by what the file has of it. */
export interface FiledMonth extends MonthFacts {
  readonly month: string;
}

/** An interval of readings that stay, µs, both ends included. */
export interface Kept {
  readonly from: number;
  readonly to: number;
}

/** Bytes that rows and blocks take, with their keys: about. */
const ROW_BYTES = 88;
const VALUE_BYTES = 8;
const BLOCK_BYTES = 160;

/** Holds a meter for whoever takes months out of it or puts them back: nobody stores, folds, seals or opens meanwhile. */
export async function holdMeter(client: pg.PoolClient, meterId: number): Promise<void> {
  // The fold first: it may take its time, while nobody waits for the months.
  await client.query(`select pg_advisory_xact_lock(${FOLD_LOCK}, $1)`, [meterId]);
  await holdMonths(client, meterId);
}

/** What stands in months: whether it is what files have, and the instants of what was known first and last. */
interface Looked {
  /** The first month of which the readings are not those of its file; null = all are. */
  readonly unlike: string | null;
  /** The first and last instant of all, of each source, and of each code of a source, and those that a wish names. */
  readonly edges: readonly Kept[];
}

/** Compares months of a meter, which is held, with what files have of them. */
export async function lookAt(
  client: pg.PoolClient,
  meterId: number,
  months: readonly FiledMonth[],
  near: NearWish,
): Promise<Looked> {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  const nearest = new Nearest(near);
  for (const { month, digest } of months) {
    const found = await monthRows(client, meterId, month);
    if (factsOf(found).digest !== digest) return { unlike: month, edges: [] };
    const place = found.columns.indexOf(near.column);
    for (const { us, source, values } of found.rows) {
      if ((values[place] ?? null) !== null) nearest.add(us, source);
      const keys = ['any', `source ${source}`];
      values.forEach((value, i) => value !== null && keys.push(`${found.columns[i]} ${source}`));
      for (const key of keys) {
        if (!first.has(key)) first.set(key, us);
        last.set(key, us);
      }
    }
  }
  const counted = [
    await firstFoldReading(client as Queryable, meterId, -Infinity, []),
    await lastFoldReading(client as Queryable, meterId),
  ].flatMap((ms) => (ms === null ? [] : [ms * 1000]));
  const all = new Set([...first.values(), ...last.values(), ...counted, ...nearest.instants()]);
  return { unlike: null, edges: [...all].map((us) => ({ from: us, to: us })) };
}

/** Takes the readings of months out, but those that stay; the meter is held. @returns bytes that are free by it, about */
export async function takeOut(
  client: pg.PoolClient,
  meterId: number,
  months: readonly FiledMonth[],
  kept: readonly Kept[],
): Promise<number> {
  let bytes = 0;
  for (const { month } of months) {
    const { from, to } = boundsOf(month);
    // What is put back from a block takes room again.
    bytes += await roomOfRows(client, meterId, from, to);
    const block = await blockOf(client, meterId, month);
    if (block) {
      const stays = (us: number): boolean => kept.some((one) => us >= one.from && us <= one.to);
      const places = Array.from(block.ts.keys()).filter((i) => stays((block.ts[i] as number) * 1000));
      await putBack(client, block, places);
      const { rows } = await client.query<{ bytes: number }>(
        'delete from reading_block where meter_id = $1 and month = $2::date returning octet_length(bytes) as bytes',
        [meterId, month],
      );
      bytes += (rows[0]?.bytes ?? 0) + BLOCK_BYTES;
    }
    await client.query(
      `delete from reading r where r.meter_id = $1 and r.ts >= $2 and r.ts < $3 and not exists (
         select from unnest($4::float8[], $5::float8[]) k (f, t)
         where (extract(epoch from r.ts) * 1000000)::float8 between k.f and k.t)`,
      [meterId, new Date(from), new Date(to), kept.map((one) => one.from), kept.map((one) => one.to)],
    );
    bytes -= await roomOfRows(client, meterId, from, to);
    await client.query('delete from reading_late where meter_id = $1 and month = $2::date', [meterId, month]);
  }
  return Math.max(0, bytes);
}

/** Bytes that rows of a meter in [from, to) (ms) take, about. */
async function roomOfRows(client: pg.PoolClient, meterId: number, from: number, to: number): Promise<number> {
  const { rows } = await client.query<{ rows: number; values: number }>(
    `select count(*)::integer as rows, coalesce(sum(num_nonnulls(${CODES.columns.map((one) => `r.${one}`).join()})), 0)::integer as values
     from reading r where r.meter_id = $1 and r.ts >= $2 and r.ts < $3`,
    [meterId, new Date(from), new Date(to)],
  );
  return (rows[0]?.rows ?? 0) * ROW_BYTES + (rows[0]?.values ?? 0) * VALUE_BYTES;
}
