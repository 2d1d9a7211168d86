import * as z from 'zod';
import type { CodeList, Field, FieldOptions, KindContract } from '#contract/field.ts';
import { NAME_COMMA, textIn } from '#contract/text.ts';
import { CODE, CODE_EXPECTED, listsOf, plainCode } from '../code/contract.ts';

interface CodesOptions extends FieldOptions {
  /** The longest single code. */
  readonly max?: number;
  /** The most codes. */
  readonly most?: number;
}

/** Several codes of code lists; on the wire and in sheets a comma list. */
export function codes(
  zh: string,
  en: string,
  from: string | readonly CodeList[],
  { max = 20, most = 50, ...rest }: CodesOptions = {},
): Field<z.ZodArray<z.ZodString>, true> {
  return {
    kind: 'codes',
    label: { zh, en },
    schema: z.array(z.string().min(1).max(max).regex(CODE)).min(1).max(most),
    required: true,
    lists: listsOf(from),
    ...rest,
  };
}

/** The parts of a comma list. */
export const partsOf = (raw: unknown): readonly unknown[] =>
  (Array.isArray(raw) ? raw : String(raw).split(/[,，、;；]/)).filter((part) => String(part).trim() !== '');

export const codesKind: KindContract = {
  parse: (raw) => [...new Set(partsOf(raw).map(plainCode))],
  format: (value, _field, language) => (value as readonly string[]).join(textIn(NAME_COMMA, language)),
  expected: () => CODE_EXPECTED,
};
