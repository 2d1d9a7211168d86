import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { plainNumber } from '../decimal/contract.ts';
import { MOST_INTEGER } from '../integer/contract.ts';

/** The id of one row of another resource. */
export function reference(
  zh: string,
  en: string,
  refers: string,
  rest: FieldOptions = {},
): Field<z.ZodInt, true> {
  return { kind: 'reference', label: { zh, en }, schema: z.int().min(1), required: true, refers, ...rest };
}

/** An id; a sheet may hold the title instead, which the server resolves before this. */
export const idOf = (raw: unknown): number | undefined => {
  const n = plainNumber(raw);
  return Number.isInteger(n) && n > 0 && n <= MOST_INTEGER ? n : undefined;
};

export const referenceKind: KindContract = {
  parse: idOf,
  format: (value) => String(value),
  expected: () => ({ zh: '已有记录的编号或名称', en: 'the id or name of an existing record' }),
};
