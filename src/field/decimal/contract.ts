import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

interface DecimalOptions extends FieldOptions {
  readonly from?: number;
  readonly to?: number;
  /** Decimals shown and kept (default 2). */
  readonly decimals?: number;
}

/** A decimal number within bounds, kept as `numeric`. */
export function decimal(zh: string, en: string, options: DecimalOptions = {}): Field<z.ZodNumber, true> {
  const { from = -1e12, to = 1e12, decimals = 2, ...rest } = options;
  return {
    kind: 'decimal',
    label: { zh, en },
    schema: z.number().min(from).max(to),
    required: true,
    decimals,
    ...rest,
  };
}

/** A number written plainly, also with full-width digits and thousands commas; NaN where it is none. */
export function plainNumber(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  if (typeof raw !== 'string') return Number.NaN;
  const narrow = raw.normalize('NFKC').trim();
  return /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(narrow)
    ? Number(narrow.replaceAll(',', ''))
    : Number.NaN;
}

export const decimalKind: KindContract = {
  parse: (raw) => {
    const n = plainNumber(raw);
    return Number.isFinite(n) ? n : undefined;
  },
  format: (value) => String(value),
  expected: () => ({ zh: '数字', en: 'a number' }),
};
