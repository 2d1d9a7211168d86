import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { COST_CODES, ENERGY_CODES, columnOf } from '#contract/dataCode.ts';

// Means are rounded to the millionth, halves away from zero.
const MEAN = `case when p_sum >= 0 then (2 * p_sum + p_n) / (2 * nullif(p_n, 0))
  else -((p_n - 2 * p_sum) / (2 * nullif(p_n, 0))) end`;

/** What may be asked of a bucket: energies by their code, mean, highest and lowest power, highest demand. */
const POWER: Readonly<Record<string, string>> = { PZ: MEAN, PZMAX: 'p_max', PZMIN: 'p_min', MD: 'md' };

/** What energies cost, rounded to millionths of a yuan. */
const COSTS = Object.fromEntries(COST_CODES.map((code) => [code, `round(${columnOf(code)} * 1000000)`]));

/** The codes that answers of buckets know. */
export const BUCKET_CODES: readonly string[] = [...ENERGY_CODES, ...COST_CODES, ...Object.keys(POWER)];

/** The column of `usage` (or the term over its columns) of a code, in millionths. */
export function termOf(code: string): RawBuilder<unknown> {
  return sql.raw(POWER[code] ?? COSTS[code] ?? columnOf(code));
}

/** A list of a column as text, which is quicker than an array: `12,null,14`. */
export const listOf = (column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`string_agg(coalesce(${column}::text, 'null'), ',')`;

/** The numbers of such a list. */
export const numbersOf = (text: string | null): number[] => JSON.parse(`[${text ?? ''}]`) as number[];

/**
 * Millionths of such a list as numbers: JSON writes each as its exact decimal, as the quotient is the nearest
 * float8 of a decimal of at most 15 digits.
 */
export function microsOf(text: string | null): (number | null)[] {
  const list = JSON.parse(`[${text ?? ''}]`) as (number | null)[];
  for (let i = 0; i < list.length; i++) {
    const micros = list[i] ?? null;
    list[i] = micros === null ? null : micros / 1e6;
  }
  return list;
}
