import type pg from 'pg';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { FOLD_LOCK } from '../sealed/lock.ts';
import { boundsOf } from '../sealed/month.ts';
import { DIGEST_FORM, digestOf } from './digest.ts';
import { ENCODED } from './encode.ts';
import { openFigures } from './openFigures.ts';

/** What a month of figures of a meter came to: see `sealMonth`. */
export type FigureSealing = 'sealed' | 'nothing' | 'busy' | 'loud' | 'odd';

/** Quarters and hours of an hour stand in blocks, s; days, months and years are few and stay rows. */
const STEPS = { 1: 900, 2: 3600 } as const;
const LEVELS = [1, 2] as const;

/** Buckets that a block does not give back as they were. */
class OddBuckets extends Error {
  override readonly name = 'OddBuckets';
}

/**
 * Puts the quarters and hours of a month of a meter into blocks, in one transaction: their rows go when the block has been read
 * back and compared with them, every column as text. Whoever asks finds the same before, meanwhile and after.
 * @param quietDays nothing may have changed a sealed figure of it for so long; null = whenever
 */
export async function sealFigures(
  pool: pg.Pool,
  meterId: number,
  month: string,
  quietDays: number | null,
): Promise<FigureSealing> {
  try {
    return await inTransaction(pool, async (client) => {
      if (!(await tryHold(client, meterId))) return 'busy';
      const { from, to } = boundsOf(month);
      const edges: readonly [Date, Date] = [new Date(from), new Date(to)];
      if (!(await isQuiet(client, meterId, month, edges, quietDays))) return 'loud';
      // What a block tells of a time stands in the zone of the session.
      await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`);
      let sealed = 0;
      for (const level of LEVELS) if (await sealLevel(client, { meterId, level, month, edges })) sealed++;
      await client.query('delete from usage_open where meter_id = $1 and month = $2::date', [meterId, month]);
      return sealed > 0 ? 'sealed' : 'nothing';
    });
  } catch (error) {
    if (error instanceof OddBuckets) return 'odd';
    throw error;
  }
}

/** Nobody folds the meter until the transaction ends; false where somebody does now. */
async function tryHold(client: pg.PoolClient, meterId: number): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>({
    name: 'try_hold_figures',
    text: `select pg_try_advisory_xact_lock(${FOLD_LOCK}, $1) as held`,
    values: [meterId],
  });
  return rows[0]?.held === true;
}

async function isQuiet(
  client: pg.PoolClient,
  meterId: number,
  month: string,
  edges: readonly [Date, Date],
  quietDays: number | null,
): Promise<boolean> {
  const { rows } = await client.query<{ quiet: boolean }>({
    name: 'seal_figures_quiet',
    text: `select not exists (select from dirty where meter_id = $1 and from_ts < $3 and to_ts >= $2)
             and not exists (select from usage_open where meter_id = $1 and month = $4::date
               and at > now() - $5::float8 * interval '1 day') as quiet`,
    values: [meterId, ...edges, month, quietDays ?? -1],
  });
  return rows[0]?.quiet === true;
}

interface LevelOfMonth {
  readonly meterId: number;
  readonly level: 1 | 2;
  readonly month: string;
  readonly edges: readonly [Date, Date];
}

const COLUMNS = Object.keys(ENCODED);

/** @returns whether it holds anything that is no block yet @throws OddBuckets */
async function sealLevel(
  client: pg.PoolClient,
  { meterId, level, month, edges }: LevelOfMonth,
): Promise<boolean> {
  const key = [meterId, level, ...edges];
  const { rows: some } = await client.query({
    name: 'seal_figures_any',
    text: 'select from usage where meter_id = $1 and level = $2 and ts >= $3 and ts < $4 limit 1',
    values: key,
  });
  if (some.length === 0) return false;
  // What came beside a block is sealed together with it.
  await openFigures(client as Queryable, [
    { meterId, level, from: edges[0].getTime(), to: edges[1].getTime() },
  ]);
  const step = STEPS[level];
  await client.query({
    name: 'seal_figures',
    text: `
      insert into usage_block (meter_id, level, month, first_ts, last_ts, n, step_s, bucket_count, digest, bytes, ${COLUMNS.join(', ')})
      select $1, $2, $7::date, min(g.at), max(g.at), count(*), $6, count(u.meter_id), 0, 0, ${Object.values(ENCODED).join(', ')}
      from (select min(ts) as first, max(ts) as last from usage
          where meter_id = $1 and level = $2::smallint and ts >= $3 and ts < $4) e
        cross join lateral generate_series(e.first, e.last, $5::interval) g (at)
        left join usage u on u.meter_id = $1 and u.level = $2::smallint and u.ts = g.at`,
    values: [...key, `${step} seconds`, step, month],
  });
  const { rows } = await client.query<{ equal: boolean; digest: string }>({
    name: 'seal_figures_compare',
    text: `
      select rows.text = block.text as equal, rows.digest::text as digest
      from (select string_agg(u::text, E'\\n' order by u.ts) as text, ${digestOf('u')} as digest from usage u
          where u.meter_id = $1 and u.level = $2::smallint and u.ts >= $3 and u.ts < $4) rows,
        (select string_agg(s::text, E'\\n' order by s.ts) as text from usage_sealed($1, $2, $3, $4) s) block`,
    values: key,
  });
  const [row] = rows;
  if (row?.equal !== true)
    throw new OddBuckets('A bucket lies beside the grid, or is not what its block gives back.');
  await client.query({
    name: 'seal_figures_digest',
    text: `update usage_block b set digest = $4, digest_form = ${DIGEST_FORM}, bytes = pg_column_size(b.*)
      where meter_id = $1 and level = $2 and month = $3::date`,
    values: [meterId, level, month, row.digest],
  });
  await client.query({
    name: 'seal_figures_done',
    text: 'delete from usage where meter_id = $1 and level = $2 and ts >= $3 and ts < $4',
    values: key,
  });
  return true;
}
