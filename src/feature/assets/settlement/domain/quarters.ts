import { FLAG } from '#contract/usageFlag.ts';
import { type Counting, dueWithin, isDue } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { DoubtReason } from '../contract.ts';

/** A quarter of an hour of a meter, millionths of kWh; null where nothing is known. */
export interface Quarter {
  readonly ts: number;
  readonly forward: bigint | null;
  readonly reverse: bigint | null;
  readonly coveredS: number;
  readonly flags: number;
  /** Measured in full, between readings at its very ends. */
  readonly solid: boolean;
}

/** What is known of a meter. */
export interface Metered {
  readonly quarters: readonly Quarter[];
  readonly counting: Counting;
}

/** Nothing passed: known in full. */
export const NOTHING = {
  forward: 0n,
  reverse: 0n,
  coveredS: QUARTER_MS / 1000,
  flags: 0,
  solid: true,
} as const;

/** What is known of a meter by the start of a quarter: where it does not count nothing passed, null where it has no row. */
export function knownAt({ quarters, counting }: Metered): (ts: number) => Quarter | null {
  const rows = new Map(quarters.map((quarter) => [quarter.ts, quarter]));
  return (ts) => rows.get(ts) ?? (isDue(counting, ts, ts + QUARTER_MS) ? null : { ts, ...NOTHING });
}

/** What makes an energy, or the quarter that it is put into, uncertain. */
const DOUBTFUL =
  FLAG.interpolated | FLAG.estimated | FLAG.conflict | FLAG.reset | FLAG.suspect | FLAG.partial;

export const isDoubtful = (flags: number): boolean => (flags & DOUBTFUL) !== 0;

/** Every quarter of an interval in which a meter counts; null where it has no row. */
export function* dueQuarters(
  quarters: readonly Quarter[],
  counting: Counting,
  range: Range,
): Generator<readonly [ts: number, quarter: Quarter | null]> {
  const due = dueWithin(counting, range);
  if (!due) return;
  let next = firstFrom(quarters, due.from);
  for (let ts = Math.ceil(due.from / QUARTER_MS) * QUARTER_MS; ts < due.to; ts += QUARTER_MS) {
    while ((quarters[next]?.ts ?? Infinity) < ts) next++;
    const quarter = quarters[next];
    yield [ts, quarter?.ts === ts ? quarter : null];
  }
}

/** The quarters that start in an interval. @param quarters in the order of time */
export const within = (quarters: readonly Quarter[], { from, to }: Range): readonly Quarter[] =>
  quarters.slice(firstFrom(quarters, from), firstFrom(quarters, to));

function firstFrom(quarters: readonly Quarter[], from: number): number {
  let [low, high] = [0, quarters.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((quarters[middle]?.ts ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Quarters by what is wrong with them, gathered. */
export class Doubts {
  readonly #found = new Map<DoubtReason, { quarters: number; from: number; to: number }>();

  add(reason: DoubtReason, ts: number): void {
    const found = this.#found.get(reason);
    if (found) {
      found.quarters++;
      found.from = Math.min(found.from, ts);
      found.to = Math.max(found.to, ts + QUARTER_MS);
    } else this.#found.set(reason, { quarters: 1, from: ts, to: ts + QUARTER_MS });
  }

  list(): { reason: DoubtReason; quarters: number; from: number; to: number }[] {
    return [...this.#found].map(([reason, span]) => ({ reason, ...span }));
  }
}
