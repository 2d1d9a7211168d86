import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

// PostgreSQL knows no year 0.
const DAY = z.iso.date().refine((day) => !day.startsWith('0000'));

/** A calendar day, `YYYY-MM-DD`. */
export function date(zh: string, en: string, rest: FieldOptions = {}): Field<z.ZodISODate, true> {
  return { kind: 'date', label: { zh, en }, schema: DAY, required: true, ...rest };
}

/** A day from `2026-01-31`, `2026/1/31`, `2026.1.31`, `2026年1月31日`, `20260131`, or a date cell of a sheet. */
export function plainDate(raw: unknown): string | undefined {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? undefined : raw.toISOString().slice(0, 10);
  const narrow = String(raw).normalize('NFKC').trim();
  const m =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(narrow) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(narrow);
  if (!m) return undefined;
  const day = `${m[1]}-${m[2]?.padStart(2, '0')}-${m[3]?.padStart(2, '0')}`;
  return DAY.safeParse(day).success ? day : undefined;
}

/** A day as a person sees it: of one that stands for its month, the month. Sheets keep the day. */
export const shownDay = (value: unknown, { month }: Field): string =>
  String(value).slice(0, month ? 'YYYY-MM'.length : undefined);

export const dateKind: KindContract = {
  parse: plainDate,
  format: (value) => String(value),
  expected: () => ({ zh: '日期（如 2026-01-31）', en: 'a date such as 2026-01-31' }),
};
