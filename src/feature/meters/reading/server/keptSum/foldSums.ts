import type pg from 'pg';
import { columnOf, COST_CODES, ENERGY_CODES } from '#contract/dataCode.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVELS } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { type Db, poolOf } from '#server/database/db.ts';
import type { SignedMeter } from '../answer/usageSum.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { rangesOf } from '../writeReach.ts';
import { sumRange } from '../writeSum.ts';

// Any fixed number of its own (another of sealing): the class of the locks that let one process at a time add up a sum.
const LOCK_CLASS = 7_303_020;
/** Most time added up in one transaction. */
const CHUNK_MS = 31 * DAY_MS;
/** Marks at most this far apart are added up together. */
const NEAR = '1 day';

/** Answers are exact meanwhile, from the meters: a sum waits for a pause of its meters, but no longer than this. */
const QUIET_S = 3;
const PATIENCE_S = 60;

export interface FoldSumsOptions {
  /** Leaves those whose meters were written a moment ago. */
  readonly patient?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Adds up kept sums where buckets of their meters changed, the newest first, until nothing is left that this process
 * can get.
 */
export async function foldSums(db: Db, { patient = false, signal }: FoldSumsOptions = {}): Promise<void> {
  const pool = poolOf(db);
  // One that fails keeps no other waiting.
  const failed = new Map<number, unknown>();
  for (;;) {
    const { rows } = await pool.query<{ id: number }>(
      `select sum_id as id from kept_sum_dirty group by sum_id
       having not $1 or max(marked_at) < now() - make_interval(secs => $2) or min(marked_at) < now() - make_interval(secs => $3)
       order by min(id)`,
      [patient, QUIET_S, PATIENCE_S],
    );
    let progress = false;
    for (const { id } of rows) {
      if (signal?.aborted) return;
      if (failed.has(id)) continue;
      try {
        progress = (await foldSum(pool, id)) || progress;
      } catch (error) {
        failed.set(id, error);
      }
    }
    if (progress) continue;
    for (const error of failed.values()) throw error;
    return;
  }
}

/** Adds up the newest interval that is marked; false where there is none or another process has the sum. */
async function foldSum(pool: pg.Pool, id: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    // What is lost in a crash is lost together with its marks' removal.
    const { rows: locks } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(${LOCK_CLASS}, $1) as locked, set_config('synchronous_commit', 'off', true)`,
      [id],
    );
    if (locks[0]?.locked !== true) return false;
    const group = await newestMarks(client, id);
    if (!group) return false;
    const out = sumRange({ from: Math.max(group.from, group.to - CHUNK_MS), to: group.to });
    await writeSums(client, { id, zone: group.zone, signed: await metersOf(client, id) }, out);
    await client.query(`delete from kept_sum_dirty where sum_id = $1 and id = any($2::bigint[])`, [id, group.ids]); // prettier-ignore
    if (out.from > group.from)
      await client.query(
        `insert into kept_sum_dirty (sum_id, from_ts, to_ts, marked_at) values ($1, $2, $3, $4)`,
        [id, new Date(group.from), new Date(out.from), group.markedAt],
      );
    return true;
  });
}

interface Marks extends Range {
  readonly zone: string;
  readonly ids: readonly string[];
  readonly markedAt: Date;
}

/** The newest marks that lie together. */
async function newestMarks(client: pg.ClientBase, id: number): Promise<Marks | null> {
  const { rows } = await client.query<{ zone: string; ids: string[]; markedAt: Date; from: Date; to: Date }>(
    `with marks as (
       select *, coalesce(from_ts - max(to_ts) over (order by from_ts, id rows between unbounded preceding and 1 preceding)
         > interval '${NEAR}', false)::integer as gap
       from kept_sum_dirty where sum_id = $1),
     grouped as (select *, sum(gap) over (order by from_ts, id) as group from marks)
     select s.zone, array_agg(g.id) as ids, min(g.marked_at) as "markedAt", min(g.from_ts) as from, max(g.to_ts) as to
     from grouped g join kept_sum s on s.id = g.sum_id
     where g.group = (select max("group") from grouped) group by s.zone`,
    [id],
  );
  const [row] = rows;
  return row ? { ...row, from: row.from.getTime(), to: row.to.getTime() } : null;
}

async function metersOf(client: pg.ClientBase, id: number): Promise<SignedMeter[]> {
  const { rows } = await client.query<SignedMeter>(
    `select child_id as "meterId", sign from kept_sum_meter where sum_id = $1 order by child_id`,
    [id],
  );
  return rows;
}

const CODES = [...ENERGY_CODES, ...COST_CODES].map(columnOf);

/**
 * Most sums have no minus, and a product is what costs most of a sum of costs. Rows that are written in the order of
 * time lie side by side, as they are read.
 */
const insertion = (plain: boolean): string => {
  const sum = (column: string): string => `sum(${plain ? '' : 'm.sign * '}u.${column}) as ${column}`;
  return `
    insert into kept_sum_usage (sum_id, level, ts, ${CODES.join(', ')}, md, md_at, measured, covered_s, flags, known)
    select $1, r.level, s.ts, ${CODES.map((code) => `s.${code}`).join(', ')},
      s.md, s.md_at, s.measured, s.covered_s, s.flags, s.known
    from unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[]) r (level, from_ts, to_ts) cross join lateral (
      select u.ts, ${[...CODES, 'md'].map(sum).join(', ')}, count(u.md) as measured, max(u.md_at) as md_at,
        sum(u.covered_s) as covered_s, bit_or(u.flags) as flags, count(u.pp) as known
      from ${plain ? 'unnest($5::integer[]) m (id)' : 'unnest($5::integer[], $6::integer[]) m (id, sign)'}
        cross join lateral usage_in(m.id, r.level, r.from_ts, r.to_ts) u
      group by u.ts) s
    order by r.level, s.ts`;
};

interface Sum {
  readonly id: number;
  readonly zone: string;
  readonly signed: readonly SignedMeter[];
}

/** Writes the buckets of a sum in a range (on the grid) and those that contain it, from its meters' ones. */
async function writeSums(client: pg.ClientBase, { id, zone, signed }: Sum, out: Range): Promise<void> {
  const ranges = rangesOf(zoneOf(zone), out);
  const of = (tell: (range: Range) => number): Date[] =>
    LEVELS.map((level) => new Date(tell(ranges.get(level) ?? out)));
  const values = [id, LEVELS, of((range) => range.from), of((range) => range.to)];
  await client.query(
    `delete from kept_sum_usage u using unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[]) r (level, from_ts, to_ts)
     where u.sum_id = $1 and u.level = r.level and u.ts >= r.from_ts and u.ts < r.to_ts`,
    values,
  );
  const plain = signed.every(({ sign }) => sign === 1);
  await client.query(insertion(plain), [
    ...values,
    signed.map((one) => one.meterId),
    ...(plain ? [] : [signed.map((one) => one.sign)]),
  ]);
}
