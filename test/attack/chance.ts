/** Chances that come out the same for the same seed, so that what was found is found again. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  of<T>(list: readonly T[]): T;
  /** True in so many of a hundred cases. */
  percent(share: number): boolean;
  bytes(length: number): Buffer;
}

/** Mulberry32 (public domain, by Tommy Ettinger): 32 bits of state, enough for a list of attacks. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    next,
    below,
    of: (list) => list[below(list.length)] as (typeof list)[number],
    percent: (share) => next() * 100 < share,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
