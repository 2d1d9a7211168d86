import type pg from 'pg';
import { ENERGY_CODES } from '#contract/dataCode.ts';
import type { Void } from '#domain/fold/void.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import {
  BrokenFigures,
  closedOf,
  type FiledMonth,
  holdMeter,
  type Kept,
  loadFoldNeighbours,
  lookAt,
  OddReading,
  setClosed,
  takeOut,
} from '#series/public.ts';
import { foldHeld } from './foldMeter.ts';
import { loadVoids } from './loadVoids.ts';
import { standsBefore } from './stands.ts';

/** Why the readings of a meter stay: they are not those of the files; they wait to be folded; later figures would change. */
export type Stays = 'changed' | 'waiting' | 'figures' | 'odd';

/** What became of a meter: the bytes that its readings took, or why they stay. */
export type TakenAway = { readonly bytes: number } | { readonly stays: Stays };

/** What is taken out of a meter: months that are in files. */
export interface Taking {
  readonly meterId: number;
  readonly months: readonly FiledMonth[];
  /** Whether the meter has readings before `goneBefore` that no file has. */
  readonly unfiled: (client: pg.PoolClient) => Promise<boolean>;
  /** ms; all of these months lie before it. */
  readonly goneBefore: number;
  /** ms; figures before it are final from then on. At least a month after `goneBefore`. */
  readonly closedBefore: number;
}

/** The last readings before what is folded on stay with all that judges and shapes what follows them. */
const LEADING_MS = 12 * DAY_MS;
/** What is folded again as the proof, and where figures are compared. */
const PROVED_MS = 31 * DAY_MS;
const BEFORE_MS = 400 * DAY_MS;
const BEHIND_MS = 90 * DAY_MS;

class StaysHere extends Error {
  readonly why: Stays;
  constructor(why: Stays) {
    super(why);
    this.why = why;
  }
}

/**
 * Takes the readings of a meter out that files have, in one transaction: only if they are still those of the files to the bit, nothing waits to
 * be folded, and what comes after folds to the same figures from what is left.
 * @param also what else is written when it succeeds
 */
export async function takeAway(
  pool: pg.Pool,
  taking: Taking,
  also: (client: pg.PoolClient, bytes: number) => Promise<void>,
): Promise<TakenAway> {
  try {
    return await inTransaction(pool, async (client) => {
      const bytes = await takeHeld(client, taking);
      await also(client, bytes);
      return { bytes };
    });
  } catch (error) {
    if (error instanceof StaysHere) return { stays: error.why };
    if (error instanceof OddReading) return { stays: 'odd' };
    if (error instanceof BrokenFigures) return { stays: 'figures' };
    throw error;
  }
}

async function takeHeld(client: pg.PoolClient, taking: Taking): Promise<number> {
  const { meterId, months } = taking;
  const db = client as Queryable;
  await holdMeter(client, meterId);
  // Whoever changes what the fold reads beside readings holds the extent (`holdExtents`): its mark is seen, or it sees what is final.
  await client.query('select from meter_fold where meter_id = $1 for update', [meterId]);
  // Where later months are in files already, what is final stays so.
  const [already] = await closedOf(db, [meterId]);
  const goneBefore = Math.max(taking.goneBefore, already?.goneBefore ?? -Infinity);
  const closedBefore = Math.max(taking.closedBefore, already?.closedBefore ?? -Infinity);
  const { rows: marks } = await client.query(
    'select from dirty where meter_id = $1 and from_ts < $2 limit 1',
    [meterId, new Date(closedBefore + BEHIND_MS)],
  );
  if (marks.length > 0) throw new StaysHere('waiting');
  const voids = await loadVoids(db, meterId);
  const stands = await standsBefore(client, meterId, taking.goneBefore, months.map(({ month }) => month), voids); // prettier-ignore
  const { unlike, edges } = await lookAt(client, meterId, months, stands);
  if (unlike !== null || (await taking.unfiled(client))) throw new StaysHere('changed');
  const leading: Kept[] = [];
  for (const line of new Set([taking.closedBefore, closedBefore]))
    leading.push(...(await leadingTo(db, meterId, line, voids)));
  const before = await figuresAround(client, meterId, closedBefore);
  const bytes = await takeOut(client, meterId, months, [...edges, ...leading]);
  await setClosed(db, meterId, { goneBefore, closedBefore });
  await proveFold(client, meterId, closedBefore);
  const after = await figuresAround(client, meterId, closedBefore);
  await client.query('rollback to savepoint proof');
  if (before !== after) throw new StaysHere('figures');
  return bytes;
}

/** Folds what lies behind an instant (ms) from what is left, behind the savepoint `proof`. */
async function proveFold(client: pg.PoolClient, meterId: number, closedBefore: number): Promise<void> {
  await client.query('savepoint proof');
  // Marks of today are none of the proof; they come back with it.
  await client.query('delete from dirty where meter_id = $1', [meterId]);
  await client.query(
    `insert into dirty (meter_id, from_ts, to_ts)
     select meter_id, $2, least(last_ts, $3) from meter_fold where meter_id = $1 and last_ts >= $2`,
    [meterId, new Date(closedBefore), new Date(closedBefore + PROVED_MS)],
  );
  await foldHeld(client, meterId);
}

/** The readings that figures from an instant (ms) on hang on, however far back they lie. */
async function leadingTo(
  db: Queryable,
  meterId: number,
  from: number,
  voids: readonly Void[],
): Promise<Kept[]> {
  const taken = voids.filter(({ kind }) => kind === 'reading');
  const near = await loadFoldNeighbours(db, meterId, ENERGY_CODES, 'before', from, taken);
  return near.map(({ ts }) => ({ from: (ts - LEADING_MS) * 1000, to: (ts + QUARTER_MS) * 1000 }));
}

/** All figures of a meter around an instant, as a hash. */
async function figuresAround(client: pg.PoolClient, meterId: number, at: number): Promise<string | null> {
  const { rows } = await client.query<{ hash: string | null }>(
    `select md5(string_agg(to_jsonb(u)::text, ' ' order by u.level, u.ts)) as hash
     from generate_series(1, 5) l (level) cross join lateral usage_in($1, l.level, $2, $3) u`,
    [meterId, new Date(at - BEFORE_MS), new Date(at + BEHIND_MS)],
  );
  return rows[0]?.hash ?? null;
}
