import type pg from 'pg';
import type { PowerMinute } from '#domain/demand/minute.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { type FoldCell, loadFoldReadings } from '#series/public.ts';
import type { ThinFacts } from './thin.ts';
import { KeptColumns } from './keptColumns.ts';
import type { Queryable } from './queryable.ts';

/** Readings of a meter in an interval, and the power of minutes whose readings are not among them. */
export interface Loaded {
  readonly rows: readonly FoldCell[];
  readonly minutes: readonly PowerMinute[];
}

/** How the fold reads the readings of a meter in [from, to) (ms). */
export type LoadReadings = (...asked: Parameters<typeof loadFoldReadings>) => Promise<Loaded>;

/** Reads all of them from the database. */
export const loadAll: LoadReadings = async (...asked) => ({
  rows: await loadFoldReadings(...asked),
  minutes: [],
});

/** What is kept of all meters at most: a thousand that send energy and power each second. */
const MOST_BYTES = 128_000_000;
/** What is read over a longer time is history, which is folded once. */
const LONGEST_MS = 12 * HOUR_MS;

interface Entry {
  readonly columns: KeptColumns;
  /** `meter_fold.folded_at` as this process left it. */
  readonly foldedAt: string;
  /** What minutes were thinned by. */
  readonly facts: string;
}

/**
 * The readings that the last fold of a meter read. Values each second change the same quarter of an hour again and again, and the one
 * before lies in its windows of demand: without this each fold reads some 2,000 rows for two or three new ones, and 500 such meters are
 * folded later than the five seconds that users wait at most. What changes is marked: up to the first mark what was read stands, unless
 * somebody else took marks meanwhile. Marks are read before readings: what commits between leaves its mark for the next fold.
 */
export class KeptReadings {
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;

  /**
   * Begins a fold of a meter.
   * @param foldedBefore `folded_at` as the fold before left it @param changedFrom the least instant of all marks, ms
   * @param closed before it figures are final, and readings may be gone, ms
   */
  begin(meterId: number, foldedBefore: string | null, changedFrom: number, closed: number): FoldReadings {
    const entry = this.#take(meterId);
    if (entry?.foldedAt !== foldedBefore || entry.columns.from < closed) return new FoldReadings();
    entry.columns.endAt(changedFrom);
    return new FoldReadings(entry);
  }

  /** How many rows are kept of a meter: about as many its next fold reads. */
  rowsOf(meterId: number): number {
    return this.#entries.get(meterId)?.columns.rows ?? 0;
  }

  /** Keeps what a fold has read, once it is committed. */
  keep(meterId: number, foldedAt: string, readings: FoldReadings): void {
    const kept = readings.toKeep();
    this.#take(meterId);
    if (!kept) return;
    const { columns } = kept;
    this.#entries.set(meterId, { ...kept, foldedAt });
    this.#bytes += columns.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#take(oldest);
    }
  }

  #take(meterId: number): Entry | undefined {
    const entry = this.#entries.get(meterId);
    if (!entry) return undefined;
    this.#entries.delete(meterId);
    this.#bytes -= entry.columns.bytes;
    return entry;
  }
}

type Kept = Omit<Entry, 'foldedAt'>;

/** What one fold of a meter reads: kept ones, and those behind them from the database. */
export class FoldReadings {
  #columns: KeptColumns | undefined;
  #facts: (ThinFacts & { readonly text: string }) | undefined;
  readonly #known: string | undefined;
  /** What was asked last begins here, ms: nothing before it is kept. */
  #from: number | undefined;

  constructor(kept?: Kept) {
    this.#columns = kept?.columns;
    this.#known = kept?.facts;
  }

  /** Says what is known of the meter now: what was thinned by other facts is read again. */
  by(facts: ThinFacts): void {
    const text = JSON.stringify([facts.life, facts.ratedPower]);
    this.#facts = { ...facts, text };
    if (this.#known !== text) this.#columns = undefined;
  }

  readonly load: LoadReadings = async (db: Queryable, meterId, codes, from, to) => {
    this.#from = from;
    const name = codes.join();
    const columns = this.#columns;
    if (
      !columns ||
      columns.codes !== name ||
      from < columns.from ||
      from > columns.to ||
      to - from > LONGEST_MS
    ) {
      const rows = await loadFoldReadings(db, meterId, codes, from, to);
      this.#columns =
        to - from > LONGEST_MS ? undefined : new KeptColumns(name, codes.length, from, to, rows);
      return { rows, minutes: [] };
    }
    if (to > columns.to) columns.add(await loadFoldReadings(db, meterId, codes, columns.to, to), to);
    return { rows: columns.between(from, to), minutes: columns.minutes(from, to) };
  };

  /** What is worth keeping of it; undefined where nothing was read. */
  toKeep(): Kept | undefined {
    if (this.#from === undefined || !this.#columns || !this.#facts) return undefined;
    this.#columns.beginAt(this.#from);
    this.#columns.thin(this.#facts);
    return { columns: this.#columns, facts: this.#facts.text };
  }
}

const byPool = new WeakMap<pg.Pool, KeptReadings>();

/** What the folds of this process keep of a database. */
export function keptReadingsOf(pool: pg.Pool): KeptReadings {
  let kept = byPool.get(pool);
  if (!kept) byPool.set(pool, (kept = new KeptReadings()));
  return kept;
}
