import { sharedFigure, setFigure } from './sharedFigure.ts';

/** A meter that waits to be folded. */
export interface Waiting {
  readonly meterId: number;
  /** Something of the last two days changed. */
  readonly recent: boolean;
  /** Seconds since its newest mark, and since its oldest. */
  readonly quiet: number;
  readonly waited: number;
  /** Seconds since it was folded last; null = never. */
  readonly rested: number | null;
  /** A little of recent values of a meter that is no sum: it is folded together with others. */
  readonly light: boolean;
}

/** A meter whose values keep coming is folded once in so long: each time its whole quarter is read. */
const REST_S = 2;
/** So much longer where nothing but folding is done: fewer folds of more values leave the machine time for what comes. */
const MORE_REST_S = 1.5;
/** Over so long (ms) it is measured how much is folded. */
const BUSY_SPAN_MS = 3000;
/** History that keeps coming is folded when it pauses so long, or after so long. */
export const QUIET_S = 0.5;
const PATIENCE_S = 2.5;
/** More values a second than this are a bulk load: then history waits longer, so that the load has the machine. */
const BULK_PER_SECOND = 100_000;
const BULK_PATIENCE_S = 20;
const SPAN_MS = 500;

/**
 * Decides which meters are folded now. Recent values wait only where their meter was folded
 * a moment ago and more keep coming. History waits while it keeps coming: folding the same
 * months after every delivery costs far more than once at the end.
 */
export class Patience {
  #at = performance.now();
  #stored = sharedFigure('stored');
  #bulk = false;
  /** Share of the time that went into folding, lately. */
  #busy = 0;
  #workedAt = performance.now();

  /** Notes that folding took so long (ms) until now. */
  worked(ms: number): void {
    const now = performance.now();
    const span = Math.max(ms, now - this.#workedAt);
    this.#workedAt = now;
    if (span > 0) this.#busy += (1 - Math.exp(-span / BUSY_SPAN_MS)) * (ms / span - this.#busy);
  }

  isDue({ recent, quiet, waited, rested }: Waiting): boolean {
    const rest = REST_S + MORE_REST_S * this.#busy;
    if (recent) return rested === null || rested >= rest || quiet >= QUIET_S;
    return this.#isBulk() ? waited >= BULK_PATIENCE_S : quiet >= QUIET_S || waited >= PATIENCE_S;
  }

  #isBulk(): boolean {
    const now = performance.now();
    const span = now - this.#at;
    if (span >= SPAN_MS) {
      const stored = sharedFigure('stored');
      this.#bulk = ((stored - this.#stored) * 1000) / span > BULK_PER_SECOND;
      this.#at = now;
      this.#stored = stored;
      setFigure('held', this.#bulk ? 1 : 0);
    }
    return this.#bulk;
  }
}
