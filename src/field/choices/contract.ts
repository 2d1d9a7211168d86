import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { NAME_COMMA, type Text, textIn } from '#contract/text.ts';
import { choicesText, codeOf } from '../choice/contract.ts';

/** Several of a list of codes; on the wire and in sheets a comma list. */
export function choices(
  zh: string,
  en: string,
  options: Readonly<Record<string, Text>>,
  rest: FieldOptions = {},
): Field<z.ZodArray<z.ZodString>, true> {
  return {
    kind: 'choices',
    label: { zh, en },
    schema: z.array(z.string()).max(200),
    required: true,
    options,
    ...rest,
  };
}

export const choicesKind: KindContract = {
  parse: (raw, field) => {
    const parts = Array.isArray(raw) ? raw : String(raw).split(/[,，、;；]/);
    const codes = parts.filter((p) => String(p).trim() !== '').map((p) => codeOf(p, field));
    return codes.includes(undefined) ? undefined : [...new Set(codes)];
  },
  format: (value, field, language) =>
    (value as readonly string[])
      .map((code) => textIn(field.options?.[code], language) ?? code)
      .join(textIn(NAME_COMMA, language)),
  expected: choicesText,
};
