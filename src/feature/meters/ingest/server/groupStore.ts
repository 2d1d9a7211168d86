import { isAway } from '#server/database/away.ts';
import type { Db } from '#server/database/db.ts';
import { type Stored, storeReadings } from '#feature/meters/reading/server/public.ts';
import { countValues, joined, type ReadingBatch } from '#domain/reading/batch.ts';

/** Deliveries that are stored alone at a time; of months that are over fewer, as each may keep its connection for long. */
const MOST_ALONE = { live: 6, late: 4 } as const;
/**
 * Most rows that one transaction takes of what waits; a larger delivery goes alone. Joining large ones costs more (they
 * must be sorted again) than a transaction does.
 */
const MOST_ROWS = 5_000;

interface Waiting {
  /** Whose figures it counts for: deliveries of the same owner may hold the same meters. */
  readonly owner: string;
  readonly batch: ReadingBatch;
  readonly done: (stored: Stored) => void;
  readonly failed: (error: unknown) => void;
}

/** What the store has done since it was opened. */
export interface StoreFigures {
  commits: number;
  failures: number;
  /** Seconds from the begin to the commit, summed. */
  seconds: number;
  /** Deliveries that wait or are being stored, and their rows. */
  waiting: number;
  rows: number;
  /** Deliveries sent back because too much waited. */
  refused: number;
}

/** More rows than this in memory are too many: about a hundred megabytes at ten codes a row. */
const MOST_WAITING_ROWS = 1_000_000;

/**
 * Stores deliveries in the order in which they come, one transaction at a time: what comes while one commits goes
 * together into the next. There is no timer; a delivery that comes alone is stored at once. What comes for months that
 * are over is stored likewise beside it: it may have to wait for who works at these, and live values never do.
 */
export class GroupStore {
  readonly #db: Db;
  readonly #queue: Waiting[] = [];
  /** Stores what comes for months that are over; undefined where this is it. */
  readonly #late: GroupStore | undefined;
  /** Deliveries of owners that wait there: the next of the same owner go behind them, whatever is in them. */
  readonly #lateOf = new Map<string, number>();
  /** The last delivery of each owner that waits here: what is late of the same owner goes behind it. */
  readonly #liveOf = new Map<string, Promise<void>>();
  #at: Promise<void> | undefined;
  readonly #mostAlone: number;
  #alone = 0;
  readonly #aloneWaiting: (() => void)[] = [];
  figures: StoreFigures = {
    commits: 0,
    failures: 0,
    seconds: 0,
    waiting: 0,
    rows: 0,
    refused: 0,
  };

  constructor(db: Db, lane: 'live' | 'late' = 'live') {
    this.#db = db;
    this.#mostAlone = MOST_ALONE[lane];
    if (lane === 'late') return;
    this.#late = new GroupStore(db, 'late');
    this.#late.figures = this.figures;
  }

  /** Resolves when it has committed. @throws the database's error; then nothing of the delivery is kept. */
  store(owner: string, batch: ReadingBatch): Promise<Stored> {
    if (batch.n === 0) return Promise.resolve({ accepted: 0, duplicate: 0, conflict: 0 });
    if (this.#late && (this.#lateOf.has(owner) || isOver(batch, Date.now())))
      return this.#storeLate(this.#late, owner, batch);
    const stored = new Promise<Stored>((done, failed) => {
      this.#queue.push({ owner, batch, done, failed });
      this.figures.waiting++;
      this.figures.rows += batch.n;
      this.#at ??= this.#run();
    });
    if (this.#late) this.#noteLive(owner, stored);
    return stored;
  }

  #noteLive(owner: string, stored: Promise<Stored>): void {
    const over = (): void => {
      if (this.#liveOf.get(owner) === ended) this.#liveOf.delete(owner);
    };
    const ended = stored.then(over, over);
    this.#liveOf.set(owner, ended);
  }

  async #storeLate(late: GroupStore, owner: string, batch: ReadingBatch): Promise<Stored> {
    this.#lateOf.set(owner, (this.#lateOf.get(owner) ?? 0) + 1);
    try {
      await this.#liveOf.get(owner);
      return await late.store(owner, batch);
    } finally {
      const left = (this.#lateOf.get(owner) ?? 1) - 1;
      if (left > 0) this.#lateOf.set(owner, left);
      else this.#lateOf.delete(owner);
    }
  }

  /** Whether a sender that can wait is to be sent back: the database does not keep up with what comes. */
  refuses(): boolean {
    if (this.figures.rows < MOST_WAITING_ROWS) return false;
    this.figures.refused++;
    return true;
  }

  /** Stores a large delivery in a transaction of its own, beside others. @throws the database's error */
  async storeAlone(batch: ReadingBatch): Promise<Stored> {
    if (this.#late && isOver(batch, Date.now())) return this.#late.storeAlone(batch);
    this.figures.waiting++;
    this.figures.rows += batch.n;
    while (this.#alone >= this.#mostAlone)
      await new Promise<void>((resolve) => this.#aloneWaiting.push(resolve));
    this.#alone++;
    try {
      return await this.#timed(batch);
    } finally {
      this.#alone--;
      this.figures.waiting--;
      this.figures.rows -= batch.n;
      this.#aloneWaiting.shift()?.();
    }
  }

  /** Waits until nothing is being stored. */
  async idle(): Promise<void> {
    // What is late may wait for what it goes behind.
    while (this.#at || this.#alone > 0 || this.#lateOf.size > 0)
      await (this.#at ?? new Promise((resolve) => setTimeout(resolve, 20)));
    await this.#late?.idle();
  }

  async #run(): Promise<void> {
    // What else was read from the connections in this turn comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#commit(this.#take());
    this.#at = undefined;
  }

  /** The next deliveries that fit together: bounded, and no meter of two owners, so that each gets its own figures. */
  #take(): Waiting[] {
    const owners = new Map<number, string>();
    let rows = 0;
    let count = 0;
    for (const { owner, batch } of this.#queue) {
      if (count > 0 && (rows + batch.n > MOST_ROWS || !fits(owners, owner, batch))) break;
      if (count === 0) fits(owners, owner, batch);
      rows += batch.n;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const byMeter = new Map<number, Stored>();
      await this.#timed(wholeOf(group), byMeter);
      const reported = new Set<number>();
      for (const { batch, done } of group) done(shareOf(batch, byMeter, reported));
    } catch (error) {
      // What is wrong with one delivery, or with what is stored of its meters, must not hold back the others.
      if (!isAway(error) && group.length > 1) {
        this.figures.waiting += group.length;
        this.figures.rows += sizeOf(group);
        for (const one of group) await this.#commit([one]);
      } else for (const { failed } of group) failed(error);
    } finally {
      this.figures.waiting -= group.length;
      this.figures.rows -= sizeOf(group);
    }
  }

  async #timed(batch: ReadingBatch, byMeter?: Map<number, Stored>): Promise<Stored> {
    const began = performance.now();
    try {
      const stored = await storeReadings(this.#db, batch, {
        arrivedAt: Date.now(),
        ...(byMeter ? { byMeter } : {}),
      });
      this.figures.commits++;
      this.figures.seconds += (performance.now() - began) / 1000;
      return stored;
    } catch (error) {
      this.figures.failures++;
      throw error;
    }
  }
}

/**
 * Whether a delivery holds values of a month that is over, however short a time ago: it waits for whoever seals, opens or
 * takes out any month of its meters, or of those that share their locks (`meetSealed`). @param now ms
 */
function isOver({ n, ts }: ReadingBatch, now: number): boolean {
  const day = new Date(now);
  const since = Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
  for (let i = 0; i < n; i++) if ((ts[i] as number) < since) return true;
  return false;
}

function fits(owners: Map<number, string>, owner: string, { n, meter }: ReadingBatch): boolean {
  const mine: number[] = [];
  for (let i = 0; i < n; i++) {
    const id = meter[i] as number;
    const other = owners.get(id);
    if (other === undefined) {
      owners.set(id, owner);
      mine.push(id);
    } else if (other !== owner) {
      for (const added of mine) owners.delete(added);
      return false;
    }
  }
  return true;
}

const sizeOf = (group: readonly Waiting[]): number => group.reduce((sum, { batch }) => sum + batch.n, 0);

const wholeOf = (group: readonly Waiting[]): ReadingBatch => {
  const [first] = group;
  return first && group.length === 1 ? first.batch : joined(group.map(({ batch }) => batch));
};

/** The figures of a delivery's meters. Where deliveries of one owner share a meter, the first has them all. */
function shareOf(batch: ReadingBatch, byMeter: ReadonlyMap<number, Stored>, reported: Set<number>): Stored {
  if (byMeter.size === 0) return { accepted: countValues(batch), duplicate: 0, conflict: 0 };
  const sum = { accepted: 0, duplicate: 0, conflict: 0 };
  for (const id of new Set(batch.meter)) {
    const share = reported.has(id) ? undefined : byMeter.get(id);
    reported.add(id);
    if (!share) continue;
    sum.accepted += share.accepted;
    sum.duplicate += share.duplicate;
    sum.conflict += share.conflict;
  }
  return sum;
}
