import type { Rejected, Rejection } from '../contract.ts';

/** How often a device and key was rejected for a reason. */
export interface CountedRejection {
  readonly device: string;
  /** '' = entries as a whole. */
  readonly key: string;
  readonly reason: Rejection;
  n: number;
  /** The first of these values. */
  readonly sample: string;
}

/** Most rejected values that are told one by one. */
export const MOST_TOLD = 100;
const MOST_SAMPLE = 100;

/** What of a delivery does not count: the first values one by one, all of them by device, key and reason. */
export class Refusals {
  readonly told: Rejected[] = [];
  readonly #reasons = new Map<string, CountedRejection>();
  count = 0;
  /** Of many values that share one fault, the fault is written once: a long stamp stands for all keys beside it. */
  #last: { readonly given: unknown; readonly sample: string } = { given: undefined, sample: '' };

  add({ device, ts, key, reason }: Omit<Rejected, 'sample'>, given: unknown): void {
    this.count++;
    const same = `${reason}\0${key ?? ''}\0${device}`;
    const counted = this.#reasons.get(same);
    if (counted) counted.n++;
    if (counted && this.told.length >= MOST_TOLD) return;
    const sample = this.#sample(given);
    if (!counted) this.#reasons.set(same, { device, key: key ?? '', reason, n: 1, sample });
    if (this.told.length < MOST_TOLD) this.told.push({ device, ts, key, reason, sample });
  }

  #sample(given: unknown): string {
    if (typeof given === 'string') return JSON.stringify(given.slice(0, MOST_SAMPLE)).slice(0, MOST_SAMPLE);
    if (typeof given !== 'object') return given === undefined ? '' : String(given);
    if (this.#last.given !== given || given === null)
      this.#last = { given, sample: JSON.stringify(given).slice(0, MOST_SAMPLE) };
    return this.#last.sample;
  }

  reasons(): readonly CountedRejection[] {
    return [...this.#reasons.values()];
  }
}
