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

const WHOLE = z.iso.datetime({ offset: true });
/** ISO 8601, also with a blank for its T, without seconds, without the colon of its offset. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s?(Z|[+-](?:0\d|1[0-4]):?\d{2})$/i;

/** The instant of a text with its offset. A clock without one, and a bare number, say nobody's time. */
function instantOf(raw: unknown): Date | undefined {
  if (raw instanceof Date) return raw;
  const parts = typeof raw === 'string' ? INSTANT.exec(raw.normalize('NFKC').trim()) : null;
  if (!parts) return undefined;
  const [, day = '', minute = '', second = ':00', offset = ''] = parts;
  const text = `${day}T${minute}${second}${offset.toUpperCase().replace(/(\d{2}):?(\d{2})$/, '$1:$2')}`;
  return WHOLE.safeParse(text).success ? new Date(text) : undefined;
}

export const dateTimeKind: KindContract = {
  parse: (raw) => {
    const at = instantOf(raw);
    // The years that both ISO 8601 without a sign and PostgreSQL know.
    return at && at >= FIRST && at < END ? at.toISOString() : undefined;
  },
  format: (value) => String(value),
  expected: () => ({
    zh: '时间（如 2026-01-31 08:00，接口须带时区：2026-01-31T08:00:00+08:00）',
    en: 'a time such as 2026-01-31 08:00 (in calls with its offset: 2026-01-31T08:00:00+08:00)',
  }),
};
