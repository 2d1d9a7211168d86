import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { NAME_COMMA, textIn } from '#contract/text.ts';
import { idOf, referenceKind } from '../reference/contract.ts';

/** The ids of several rows of another resource; on the wire and in sheets a comma list. */
export function references(
  zh: string,
  en: string,
  refers: string,
  rest: FieldOptions = {},
): Field<z.ZodArray<z.ZodInt>, true> {
  return {
    kind: 'references',
    label: { zh, en },
    schema: z.array(z.int().min(1)).max(10_000),
    required: true,
    refers,
    ...rest,
  };
}

export const referencesKind: KindContract = {
  parse: (raw) => {
    const parts = Array.isArray(raw) ? raw : String(raw).split(/[,，、;；]/);
    const ids = parts.filter((p) => String(p).trim() !== '').map(idOf);
    return ids.includes(undefined) ? undefined : [...new Set(ids)];
  },
  format: (value, _field, language) => (value as readonly number[]).join(textIn(NAME_COMMA, language)),
  expected: referenceKind.expected,
};
