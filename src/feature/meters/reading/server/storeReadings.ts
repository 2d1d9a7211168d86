import type pg from 'pg';
import { type Db, poolOf } from '#server/database/db.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { collapse, countValues, type Dispute, type ReadingBatch } from '#domain/reading/batch.ts';
import { sizeOf, usedCodes } from '#domain/reading/batch.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import {
  anyBetween,
  type Met,
  meetExisting,
  meetSealed,
  NONE_MET,
  putNew,
  putStaged,
  replaceValues,
} from '#series/public.ts';
import { type Touched, joinTouched } from '../domain/touched.ts';
import { refuseClosed } from './closed.ts';
import { markTouched, wake } from './dirty.ts';
import { addFigure } from './sharedFigure.ts';
import { noteLate } from './lateArrival.ts';
import { ensurePartitions, forgetPartitions, monthsOf } from './partition.ts';
import { noteSource } from './source.ts';
import { inTransaction, sqlState } from '#server/database/transaction.ts';

/** What became of the values of a delivery. */
export interface Stored {
  /** Values that were new. */
  readonly accepted: number;
  /** Values that were there already, equal. */
  readonly duplicate: number;
  /** Values that differ from the one received before, which they replace; that one is kept in `correction`. */
  readonly conflict: number;
}

export interface StoreOptions {
  /** 0 = the device itself, else a row of data_source. */
  readonly source?: number;
  /** The source is not finished: nothing is folded before it is activated. */
  readonly pending?: boolean;
  /** When it arrived, ms, where a gateway sent it itself: what came late is noted. */
  readonly arrivedAt?: number;
  /** Filled with what became of each meter's values, where not all of the delivery were new. */
  readonly byMeter?: Map<number, Stored>;
}

/**
 * Stores readings and marks what must be folded again, in one transaction; it has committed when this resolves.
 * Order, batching and repetition of deliveries do not change the result, except where one source contradicts
 * itself: then the value received last counts, as long as the fold finds it on the course of its meter. `db` must be a database opened for the system, not a transaction.
 * @throws Fault 409 where any lies where figures of its meter are final
 */
export async function storeReadings(
  db: Db,
  batch: ReadingBatch,
  options: StoreOptions = {},
): Promise<Stored> {
  if (batch.n === 0) return { accepted: 0, duplicate: 0, conflict: 0 };
  const pool = poolOf(db);
  const source = options.source ?? 0;
  const rows = collapse(batch);
  const total = countValues(batch);
  const months = monthsOf(rows.batch.ts);
  await ensurePartitions(pool, months);
  const delivery: Delivery = {
    batch: rows.batch,
    disputes: rows.disputes,
    total,
    source,
    pending: options.pending ?? false,
    arrivedAt: options.arrivedAt ?? null,
    tell: (met, disputed) =>
      options.byMeter ? tally(options.byMeter, batch, rows.batch, met, disputed) : undefined,
  };
  const store = (way: Way): Promise<Stored> => inTransaction(pool, (client) => merge(client, delivery, way));
  let stored: Stored;
  try {
    stored = await store('quick');
  } catch (error) {
    const state = sqlState(error);
    if (state !== CHECK_VIOLATION && state !== UNIQUE_VIOLATION) throw error;
    if (state === CHECK_VIOLATION) {
      // A partition that was known is gone: the database was restored or emptied meanwhile.
      forgetPartitions(pool);
      await ensurePartitions(pool, months);
    }
    // Else the same readings came twice at the same time.
    stored = await store('careful');
  }
  addFigure('stored', total);
  if (!options.pending && stored.accepted + stored.conflict > 0) wake(pool);
  return stored;
}

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';

/**
 * `quick`: where a meter has nothing yet between the first and the last instant of its rows, these go straight into
 * the table, at half the cost of a comparison with what is there. `careful`: they are always compared.
 */
type Way = 'quick' | 'careful';

/** A delivery that is ready to be merged. */
interface Delivery {
  /** One row for each meter and instant. */
  readonly batch: ReadingBatch;
  /** Values by which the delivery contradicts itself. */
  readonly disputes: readonly Dispute[];
  /** Values that came, repetitions included. */
  readonly total: number;
  readonly source: number;
  readonly pending: boolean;
  /** ms; null = it was not sent by a gateway just now. */
  readonly arrivedAt: number | null;
  /** Hears what became of the values, where not all of them were new. */
  readonly tell: (met: Met, disputed: readonly number[]) => void;
}

async function merge(client: pg.PoolClient, delivery: Delivery, way: Way): Promise<Stored> {
  const { batch, disputes, total, source, pending, arrivedAt, tell } = delivery;
  await meetSealed(client, batch, source);
  await refuseClosed(client as Queryable, earliestOf(batch));
  const codes = usedCodes(batch);
  let met = NONE_MET;
  if (way === 'quick' && !(await anyBetween(client, batch, source)))
    await putNew(client, batch, codes, source);
  else if ((await putStaged(client, batch, codes, source)) !== batch.n)
    met = await meetExisting(client, batch, codes, source);
  const disputed = await replaceValues(client, batch.table, [...met.disputes, ...disputes], source);
  const conflict = disputed.length;
  const unique = countValues(batch);
  const accepted = unique - met.existing + met.filled;
  if (accepted !== total) tell(met, disputed);

  const touched = joinTouched(changes(batch, met.unchanged, disputes));
  if (source > 0) await noteSource(client, source, touched, batch, met.unchanged);
  if (arrivedAt !== null) await noteLate(client, batch, met.unchanged, arrivedAt);
  if (!pending) await markTouched(client, touched);
  return { accepted, conflict, duplicate: total - accepted - conflict };
}

/** The first instant of each meter, of rows in the order of meter and time. */
function earliestOf({ n, meter, ts }: ReadingBatch): { meterId: number; from: number }[] {
  const found: { meterId: number; from: number }[] = [];
  for (let i = 0; i < n; i++)
    if (i === 0 || meter[i] !== meter[i - 1])
      found.push({ meterId: meter[i] as number, from: ts[i] as number });
  return found;
}

/** What became of each meter's values: of those that came, how many were new, and how many were disputed. */
function tally(
  into: Map<number, Stored>,
  came: ReadingBatch,
  kept: ReadingBatch,
  met: Met,
  disputed: readonly number[],
): void {
  const counts = new Map<number, { accepted: number; duplicate: number; conflict: number }>();
  for (let i = 0; i < came.n; i++) {
    const id = came.meter[i] as number;
    const count = counts.get(id) ?? { accepted: 0, duplicate: 0, conflict: 0 };
    count.duplicate += sizeOf(came, i);
    counts.set(id, count);
  }
  const move = (id: number, to: 'accepted' | 'conflict', values: number): void => {
    const count = counts.get(id);
    if (!count) return;
    count[to] += values;
    count.duplicate -= values;
  };
  for (let i = 0; i < kept.n; i++)
    move(kept.meter[i] as number, 'accepted', met.fills.get(i) ?? sizeOf(kept, i));
  for (const id of disputed) move(id, 'conflict', 1);
  for (const [id, count] of counts) into.set(id, count);
}

function* changes(
  batch: ReadingBatch,
  unchanged: ReadonlySet<number>,
  disputes: readonly Dispute[],
): Generator<Touched> {
  const disputed = disputes.toSorted((a, b) => a.meter - b.meter || a.ts - b.ts);
  let d = 0;
  for (let i = 0; i < batch.n; i++) {
    const meter = batch.meter[i] as number;
    const ts = batch.ts[i] as number;
    let inDispute = false;
    for (; d < disputed.length && disputed[d]?.meter === meter && disputed[d]?.ts === ts; d++)
      inDispute = true;
    if (unchanged.has(i) && !inDispute) continue;
    const codes = CodeSet.of(batch.codes, batch.start[i], batch.start[i + 1]);
    yield { meter, from: ts, to: ts, codes, span: 0 };
  }
}
