import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { inEveryLanguage, type Text, textIn } from '#contract/text.ts';

/** One of a short list of codes, shown as words. */
export function choice<const C extends Readonly<Record<string, Text>>>(
  zh: string,
  en: string,
  options: C,
  rest: FieldOptions = {},
): Field<
  z.ZodType<Extract<keyof C, string | number> extends infer K ? `${K & (string | number)}` : never>,
  true
> {
  const codes = Object.keys(options) as [string, ...string[]];
  return {
    kind: 'choice',
    label: { zh, en },
    schema: z.enum(codes) as never,
    required: true,
    options,
    ...rest,
  };
}

/** The code that a code or a word of any language stands for. */
export function codeOf(raw: unknown, { options = {} }: Field): string | undefined {
  let codes = wordsOf.get(options);
  if (!codes) wordsOf.set(options, (codes = codesByWord(options)));
  return codes.get(plain(String(raw)).trim());
}

type Options = NonNullable<Field['options']>;

// A sheet asks for every cell.
const wordsOf = new WeakMap<Options, ReadonlyMap<string, string>>();

const plain = (word: string): string => word.normalize('NFKC').toLowerCase();

/** Every code by itself and by its words; what two share means the first. */
function codesByWord(options: Options): Map<string, string> {
  const codes = new Map<string, string>();
  for (const [code, label] of Object.entries(options))
    for (const name of [code, ...inEveryLanguage(label)]) {
      const word = plain(name);
      if (!codes.has(word)) codes.set(word, code);
    }
  return codes;
}

/** The codes with their words, for the sentence that refuses another value. */
export const choicesText = (field: Field): Text => ({
  zh: `以下之一：${Object.values(field.options ?? {})
    .map((o) => o.zh)
    .join('、')}`,
  en: `one of: ${Object.values(field.options ?? {})
    .map((o) => o.en)
    .join(', ')}`,
});

export const choiceKind: KindContract = {
  parse: codeOf,
  format: (value, field, language) => textIn(field.options?.[String(value)], language) ?? String(value),
  expected: choicesText,
};
