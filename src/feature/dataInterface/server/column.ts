import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { ENERGY_CODES, columnOf } from '#contract/dataCode.ts';

/** What may be asked of a bucket: energies by their code, mean, highest and lowest power, highest demand. */
const POWER: Readonly<Record<string, string>> = {
  PZ: 'p_sum::float8 / nullif(p_n, 0)',
  PZMAX: 'p_max',
  PZMIN: 'p_min',
  MD: 'md',
};

/** The codes that answers of buckets know. */
export const BUCKET_CODES: readonly string[] = [...ENERGY_CODES, ...Object.keys(POWER)];

/** The column of `usage` (or the term over its columns) of a code, in millionths. */
export function termOf(code: string): RawBuilder<unknown> {
  return sql.raw(POWER[code] ?? columnOf(code));
}

/** Entries of a PostgreSQL array as its text; null where it is empty. */
const entries = (text: string | null): string[] => (text === null ? [] : text.slice(1, -1).split(','));

/** Whole numbers of an array's text. */
export const numbersOf = (text: string | null): number[] => entries(text).map(Number);

/**
 * Millionths of an array's text as numbers: JSON writes each as its exact decimal, as the quotient is the nearest
 * float8 of a decimal of at most 15 digits.
 */
export const microsOf = (text: string | null): (number | null)[] =>
  entries(text).map((entry) => (entry === 'NULL' ? null : Number(entry) / 1e6));
