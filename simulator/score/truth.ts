import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { noise, seedOf } from '../plant/noise.ts';

/** From an instant on, one counted hundredth is `per` millionths of primary energy. */
export interface Equivalent {
  readonly from: number;
  readonly per: number;
}

/** Hundredths that flow in a quarter of an hour: `mean` · (0.2 … 1.8). */
const LEAST = 0.2;
const SPREAD = 1.6;

/**
 * What flowed through one meter, in whole numbers alone. The counter counts hundredths of its own unit; each is
 * worth a whole number of millionths of primary energy, so every energy between two instants is exact.
 */
export class Truth {
  readonly from: number;
  readonly #counted: number[] = [0];
  readonly #worth: readonly Equivalent[];

  /** @param mean hundredths counted in a quarter of an hour. @param equivalent in the order of time, the first from ever. */
  constructor(name: string, from: number, to: number, mean: number, equivalent: readonly Equivalent[]) {
    this.from = from;
    this.#worth = equivalent;
    const seed = seedOf(20_251_001, name);
    for (let q = 0; from + q * QUARTER_MS < to + HOUR_MS; q++) {
      const flow = Math.max(1, Math.floor(mean * (LEAST + SPREAD * noise(seed, q))));
      this.#counted.push((this.#counted[q] ?? 0) + flow);
    }
  }

  /** Hundredths counted since the start, at an instant; evenly within a quarter of an hour. */
  counted(t: number): number {
    const q = Math.floor((t - this.from) / QUARTER_MS);
    const low = this.#counted[q];
    const high = this.#counted[q + 1];
    if (low === undefined || high === undefined) throw new Error('outside of the known time');
    return low + Math.floor(((high - low) * (t - this.from - q * QUARTER_MS)) / QUARTER_MS);
  }

  /** Millionths of primary energy between two instants. */
  energy(from: number, to: number): number {
    let sum = 0;
    this.#worth.forEach(({ from: since, per }, i) => {
      const start = Math.max(from, since);
      const end = Math.min(to, this.#worth[i + 1]?.from ?? Infinity);
      if (end > start) sum += (this.counted(end) - this.counted(start)) * per;
    });
    return sum;
  }
}

/** One hundredth times a ratio and a correction, in millionths. */
export const equivalentOf = (ratio: number, correction = 1): number =>
  Math.round(10_000 * ratio * correction);
