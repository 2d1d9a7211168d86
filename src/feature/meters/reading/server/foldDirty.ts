import { sql } from 'kysely';
import type pg from 'pg';
import { FAR, openFigures } from '#series/public.ts';
import { type Db, poolOf } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { waitingMeters } from './claim.ts';
import { foldMeter, foldMeters } from './foldMeter.ts';
import { addFigure } from './sharedFigure.ts';
import { markWhole } from './keptSum/setSums.ts';
import { keptReadingsOf } from './keptReadings.ts';
import type { Patience, Waiting } from './patience.ts';

export interface FoldOptions {
  /** Most folds (a meter and an interval of at most a month) before it returns; default all. */
  readonly limit?: number;
  /** Leaves out what had better wait; default nothing waits. */
  readonly patience?: Patience;
  /** Hears how many meters were left out. */
  readonly tell?: (held: number) => void;
  readonly signal?: AbortSignal;
  readonly log?: Log;
}

/**
 * Folds what is marked, newest interval of each meter first, until nothing is left that this process can get.
 * A meter whose fold fails is left marked and told in the log.
 * @returns the number of buckets written.
 */
export const foldDirty = (db: Db, options: FoldOptions = {}): Promise<number> =>
  new FoldRun(poolOf(db), options).all();

/** While the database works for one group of meters, the other is computed. */
const RUNNERS = 2;
/** With fewer groups left than this the next meters are looked for, so that nobody waits for the look. */
const AHEAD = 4;

/** One run over what waits: groups of meters, and those that fold them. */
class FoldRun {
  readonly #pool: pg.Pool;
  readonly #options: FoldOptions;
  readonly #groups: number[][] = [];
  /** Meters in groups that wait or are at work. */
  readonly #taken = new Set<number>();
  readonly #failed = new Set<number>();
  /** Meters that could not be had, and what was folded when they were tried: they are tried again when more was. */
  readonly #held = new Map<number, number>();
  #folds = 0;
  readonly #working = new Set<Promise<void>>();
  #looking: Promise<void> | undefined;
  /** Something may wait that the last look did not see. */
  #stale = true;
  #ended = false;
  #error: unknown;
  #left: number;
  #written = 0;
  #at = performance.now();

  constructor(pool: pg.Pool, options: FoldOptions) {
    this.#pool = pool;
    this.#options = options;
    this.#left = options.limit ?? Infinity;
  }

  /** @throws what a look for meters failed with */
  async all(): Promise<number> {
    await Promise.all(Array.from({ length: RUNNERS }, () => this.#run()));
    await this.#looking;
    this.#tellWorked();
    if (this.#error !== undefined) throw this.#error;
    return this.#written;
  }

  async #run(): Promise<void> {
    for (;;) {
      if (this.#options.signal?.aborted || this.#left <= 0) return;
      if (this.#groups.length < AHEAD) this.#look();
      const ids = this.#groups.shift();
      if (ids) {
        this.#left -= ids.length;
        const work = this.#fold(ids);
        this.#working.add(work);
        await work.finally(() => this.#working.delete(work));
      } else if (this.#looking) await this.#looking;
      // What another one folds now may have more, and may mark the sums above.
      else if (this.#working.size > 0) await Promise.race(this.#working);
      else if (this.#ended) return;
    }
  }

  #look(): void {
    if (this.#looking || this.#ended || !this.#stale) return;
    this.#stale = false;
    this.#looking = this.#find()
      .catch((error: unknown) => {
        this.#error = error;
        this.#ended = true;
      })
      .finally(() => (this.#looking = undefined));
  }

  async #find(): Promise<void> {
    const { patience, tell } = this.#options;
    this.#tellWorked();
    const idle = this.#taken.size === 0;
    const all = await waitingMeters(this.#pool);
    const due = patience ? all.filter((meter) => patience.isDue(meter)) : all;
    tell?.(all.length - due.length);
    const fresh = due.filter(
      ({ meterId }) =>
        !this.#taken.has(meterId) && !this.#failed.has(meterId) && this.#held.get(meterId) !== this.#folds,
    );
    for (const { meterId } of fresh) this.#taken.add(meterId);
    const kept = keptReadingsOf(this.#pool);
    this.#groups.push(...togetherOf(fresh, (meterId) => kept.rowsOf(meterId)));
    // What waits becomes due little by little: it is looked at again when some of it is worth a transaction.
    this.#ended = due.length < all.length || (fresh.length === 0 && idle);
  }

  async #fold(ids: readonly number[]): Promise<void> {
    // What ends meanwhile may be what was in the way.
    const before = this.#folds;
    for (const [meterId, buckets] of await foldSafely(this.#pool, ids, this.#options.log)) {
      this.#taken.delete(meterId);
      if (buckets === 'failed') this.#failed.add(meterId);
      else if (buckets === null) this.#held.set(meterId, before);
      else {
        this.#written += buckets;
        this.#folds++;
      }
    }
    this.#stale = true;
  }

  #tellWorked(): void {
    const now = performance.now();
    this.#options.patience?.worked(now - this.#at);
    this.#at = now;
  }
}

/** So many meters are folded in one transaction. */
const TOGETHER = 40;
/**
 * All that meters of a transaction are folded from is at hand at once: of values each second so much that each collection of V8's
 * young generation copies it, which took more than half of the thread. With so many rows of all of them it dies young.
 */
const MOST_ROWS = 20_000;

/**
 * Meters that are folded together: those with a little of recent values; sums and history alone, in the order given.
 * @param rowsOf about how many readings the fold of a meter reads
 */
function togetherOf(due: readonly Waiting[], rowsOf: (meterId: number) => number): number[][] {
  const groups: number[][] = [];
  let open: { readonly ids: number[]; rows: number } | undefined;
  for (const { meterId, light } of due) {
    const rows = rowsOf(meterId);
    if (light && open && open.ids.length < TOGETHER && open.rows + rows <= MOST_ROWS) {
      open.ids.push(meterId);
      open.rows += rows;
    } else {
      const ids = [meterId];
      groups.push(ids);
      if (light) open = { ids, rows };
    }
  }
  return groups;
}

type Result = number | null | 'failed';

/** Folds meters together; where that fails each alone, so that it is known which one it is. */
async function foldSafely(
  pool: pg.Pool,
  meterIds: readonly number[],
  log: Log | undefined,
): Promise<Iterable<readonly [number, Result]>> {
  const started = performance.now();
  try {
    const folded = await foldMeters(pool, meterIds);
    for (const buckets of folded.values()) {
      if (buckets === null) continue;
      addFigure('buckets', buckets);
      addFigure('folds', 1);
    }
    return folded;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [meterId = 0, ...others] = meterIds;
    if (others.length === 0) {
      addFigure('failures', 1);
      log?.error(`Folding meter ${meterId} failed: ${said}`);
      return [[meterId, 'failed']];
    }
    log?.warn(`Folding ${meterIds.length} meters together failed, now each alone: ${said}`);
  } finally {
    addFigure('micros', Math.round((performance.now() - started) * 1000));
  }
  const results: (readonly [number, Result])[] = [];
  for (const id of meterIds) results.push(...(await foldSafely(pool, [id], log)));
  return results;
}

/** An interval of a meter, ms; all it ever had where no bound is given. */
interface Span {
  readonly meterId: number;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Marks intervals of meters to be folded again (a recalculation), as far as they have anything there. In the caller's
 * transaction; the worker is told when it commits.
 */
export async function markSpans(db: Db, spans: readonly Span[]): Promise<void> {
  if (spans.length === 0) return;
  const at = (bound: number | undefined): Date | null => (bound === undefined ? null : new Date(bound));
  // A mark beyond what there is would be kept as the end of what came.
  await sql`
    insert into dirty (meter_id, from_ts, to_ts)
    select f.meter_id, greatest(s.from_ts, f.first_ts), least(s.to_ts, f.last_ts)
    from unnest(${spans.map(({ meterId }) => meterId)}::integer[], ${spans.map(({ from }) => at(from))}::timestamptz[],
        ${spans.map(({ to }) => at(to))}::timestamptz[]) s (meter_id, from_ts, to_ts)
      join meter_fold f on f.meter_id = s.meter_id
    where f.first_ts is not null and greatest(s.from_ts, f.first_ts) <= least(s.to_ts, f.last_ts)`.execute(
    db,
  );
  await sql`notify dirty`.execute(db);
}

/** The same of one meter. */
export const markDirty = (db: Db, meterId: number, from?: number, to?: number): Promise<void> =>
  markSpans(db, [{ meterId, from, to }]);

/**
 * Folds a meter's history again before it returns. Without bounds the old buckets are dropped first, as they may
 * lie on other borders when the zone of the site has changed. What is final stays (decision 256).
 */
export async function rebuild(db: Db, meterId: number, from?: number, to?: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (from === undefined && to === undefined) {
      await markWhole(trx, [meterId]);
      await openFigures(
        queryableOf(trx),
        [1, 2].map((level) => ({ meterId, level, from: 0, to: FAR })),
      );
      await sql`delete from usage where meter_id = ${meterId}
        and ts >= coalesce((select closed_ts from meter_fold where meter_id = ${meterId}), '-infinity')`.execute(
        trx,
      );
    }
    await markDirty(trx, meterId, from, to);
  });
  await settle(db, meterId);
}

/** Folds a meter until none of its marks is left. */
export async function settle(db: Db, meterId: number): Promise<void> {
  const pool = poolOf(db);
  for (;;) {
    const { rows } = await pool.query('select from dirty where meter_id = $1 limit 1', [meterId]);
    if (rows.length === 0) return;
    if ((await foldMeter(pool, meterId)) === null) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
