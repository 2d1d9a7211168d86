import { sumOf } from '#domain/decimal/sum.ts';
import type { PowerPart } from '../contract.ts';

/** A power with when it was told, ms; both null where it is not known. */
export interface Power {
  readonly power: number | null;
  readonly powerAt: number | null;
}

/** The power of a virtual meter: the sum of its parts, as old as the oldest of them; unknown while one of them is. */
export function powerOfParts(parts: readonly PowerPart[]): Power {
  const values = parts.map(({ times, value }) => (value === null ? null : times * value));
  if (parts.length === 0 || values.includes(null)) return { power: null, powerAt: null };
  return { power: sumOf(values), powerAt: Math.min(...parts.map(({ at }) => at ?? Infinity)) };
}
