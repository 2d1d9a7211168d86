import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { plainNumber } from '../decimal/contract.ts';

interface IntegerOptions extends FieldOptions {
  readonly from?: number;
  readonly to?: number;
}

/** The highest that a column of whole numbers holds. */
export const MOST_INTEGER = 2_147_483_647;

/** A whole number within bounds (default 0 … 2147483647). */
export function integer(zh: string, en: string, options: IntegerOptions = {}): Field<z.ZodInt, true> {
  const { from = 0, to = MOST_INTEGER, ...rest } = options;
  return { kind: 'integer', label: { zh, en }, schema: z.int().min(from).max(to), required: true, ...rest };
}

export const integerKind: KindContract = {
  parse: (raw) => {
    const n = plainNumber(raw);
    return Number.isInteger(n) && n >= -MOST_INTEGER - 1 && n <= MOST_INTEGER ? n : undefined;
  },
  format: (value) => String(value),
  expected: () => ({ zh: '整数', en: 'a whole number' }),
};
