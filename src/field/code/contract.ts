import * as z from 'zod';
import type { CodeList, Field, FieldOptions, KindContract } from '#contract/field.ts';
import { type Text, textIn } from '#contract/text.ts';

interface CodeOptions extends FieldOptions {
  readonly max?: number;
  readonly below?: number;
  /** Codes beside those of the lists. */
  readonly fixed?: Readonly<Record<string, Text>>;
}

export const CODE = /^[\w.-]+$/;

/** A list of codes: the name of a dictionary category stands for it. */
export const listsOf = (from: string | readonly CodeList[]): readonly CodeList[] =>
  typeof from === 'string' ? [{ category: from }] : from;

/** A code of code lists: kept as the code, shown with its name; refused where no list has it. */
export function code(
  zh: string,
  en: string,
  from: string | readonly CodeList[],
  { max = 20, ...rest }: CodeOptions = {},
): Field<z.ZodString, true> {
  return {
    kind: 'code',
    label: { zh, en },
    schema: z.string().min(1).max(max).regex(CODE),
    required: true,
    max,
    lists: listsOf(from),
    ...rest,
  };
}

/** The code in what a person or a sheet holds: `3300`, `3300 电力`, full width too. */
export const plainCode = (raw: unknown): string => String(raw).normalize('NFKC').trim().split(/\s+/)[0] ?? '';

export const CODE_EXPECTED: Text = { zh: '列表中的代码或名称', en: 'a code or name of the list' };

export const codeKind: KindContract = {
  parse: (raw) => (typeof raw === 'object' ? undefined : plainCode(raw)),
  format: (value, field, language) => textIn(field.fixed?.[String(value)], language) ?? String(value),
  expected: () => CODE_EXPECTED,
};

/** Codes as a picker gets them. */
export interface CodeAnswer {
  readonly list: ReadonlyArray<{
    readonly code: string;
    readonly name: string;
    readonly nameEn: string | null;
    /** Name of the list that has it. */
    readonly list: string;
  }>;
  /** One of the lists has no entries yet: any code of its form passes. */
  readonly open: boolean;
}

/** The call that finds codes by code or name, below `/api/`. */
export const CODES_CALL = 'sys/dictionary/searchCodes';
