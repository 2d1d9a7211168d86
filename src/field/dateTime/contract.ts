import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

/** An instant; ISO 8601 with its offset on the wire, shown in the site's zone. */
export function dateTime(zh: string, en: string, rest: FieldOptions = {}): Field<z.ZodISODateTime, true> {
  return {
    kind: 'dateTime',
    label: { zh, en },
    schema: z.iso.datetime({ offset: true }),
    required: true,
    ...rest,
  };
}

const FIRST = new Date('0001-01-01T00:00:00Z');
const END = new Date('9999-12-31T00:00:00Z');

export const dateTimeKind: KindContract = {
  parse: (raw) => {
    const at = raw instanceof Date ? raw : new Date(typeof raw === 'number' ? raw : String(raw).trim());
    // The years that both ISO 8601 without a sign and PostgreSQL know.
    return at >= FIRST && at < END ? at.toISOString() : undefined;
  },
  format: (value) => String(value),
  expected: () => ({
    zh: '时间（如 2026-01-31T08:00:00+08:00）',
    en: 'a time such as 2026-01-31T08:00:00+08:00',
  }),
};
