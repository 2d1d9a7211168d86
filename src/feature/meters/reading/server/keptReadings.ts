import type pg from 'pg';
import { loadFoldReadings } from '#series/public.ts';
import { KeptColumns } from './keptColumns.ts';
import type { Queryable } from './queryable.ts';
import type { Mark } from './widenExtent.ts';

/** How the fold reads the readings of a meter in [from, to) (ms). */
export type LoadReadings = typeof loadFoldReadings;

/** What is kept of all meters at most, in rows: some 60 MB where meters send energy and power. */
const MOST_ROWS = 2_000_000;
const MOST_METERS = 2000;
/** Of one meter no more is kept: history is folded once. */
const MOST_ROWS_OF_ONE = 10_000;

interface Entry {
  readonly columns: KeptColumns;
  /** `meter_fold.folded_at` as this process left it. */
  readonly foldedAt: string;
}

/**
 * The readings that the last fold of a meter read. Values each second change the same quarter of an hour again and again, and the one
 * before lies in its windows of demand: without this each fold reads some 2,000 rows for two or three new ones, and 500 such meters are
 * folded later than the five seconds that users wait at most. What changes is marked: up to the first mark what was read stands, unless
 * somebody else took marks meanwhile.
 */
export class KeptReadings {
  readonly #entries = new Map<number, Entry>();
  #rows = 0;

  /** Begins a fold that found these marks of a meter, and `folded_at` as the fold before had left it. */
  begin(meterId: number, foldedBefore: string | null, marks: readonly Mark[], closed: number): FoldReadings {
    const entry = this.#take(meterId);
    const changed = marks.reduce((first, { from }) => Math.min(first, from.getTime()), Infinity);
    const stands = entry !== undefined && entry.foldedAt === foldedBefore && entry.columns.from >= closed;
    if (stands) entry.columns.endAt(changed);
    return new FoldReadings(stands ? entry.columns : undefined);
  }

  /** Keeps what a fold has read, once it is committed. */
  keep(meterId: number, foldedAt: string, readings: FoldReadings): void {
    const columns = readings.kept();
    this.#take(meterId);
    if (!columns || columns.rows > MOST_ROWS_OF_ONE) return;
    this.#entries.set(meterId, { columns, foldedAt });
    this.#rows += columns.rows;
    for (const oldest of this.#entries.keys()) {
      if (this.#rows <= MOST_ROWS && this.#entries.size <= MOST_METERS) break;
      this.#take(oldest);
    }
  }

  #take(meterId: number): Entry | undefined {
    const entry = this.#entries.get(meterId);
    if (entry && this.#entries.delete(meterId)) this.#rows -= entry.columns.rows;
    return entry;
  }
}

/** What one fold of a meter reads: kept ones, and those behind them from the database. */
export class FoldReadings {
  #columns: KeptColumns | undefined;
  /** What was asked last: no more of it is kept. */
  #from = Infinity;

  constructor(columns: KeptColumns | undefined) {
    this.#columns = columns;
  }

  readonly load: LoadReadings = async (db: Queryable, meterId, codes, from, to) => {
    this.#from = from;
    const name = codes.join();
    const kept = this.#columns;
    if (!kept || kept.name !== name || from < kept.from || from > kept.to) {
      const rows = await loadFoldReadings(db, meterId, codes, from, to);
      this.#columns = new KeptColumns(name, codes.length, from, to, rows);
      return rows;
    }
    if (to > kept.to) kept.add(await loadFoldReadings(db, meterId, codes, kept.to, to), to);
    return kept.between(from, to);
  };

  /** What is worth keeping of it; undefined where nothing was read or where it cannot be kept as it is. */
  kept(): KeptColumns | undefined {
    this.#columns?.beginAt(this.#from);
    return this.#columns?.exact ? this.#columns : undefined;
  }
}

const byPool = new WeakMap<pg.Pool, KeptReadings>();

/** What the folds of this process keep of a database. */
export function keptReadingsOf(pool: pg.Pool): KeptReadings {
  let kept = byPool.get(pool);
  if (!kept) byPool.set(pool, (kept = new KeptReadings()));
  return kept;
}
