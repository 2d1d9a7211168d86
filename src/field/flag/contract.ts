import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';
import { inEveryLanguage, type Text, textIn } from '#contract/text.ts';

/** Yes or no. */
export function flag(zh: string, en: string, rest: FieldOptions = {}): Field<z.ZodBoolean, true> {
  return { kind: 'flag', label: { zh, en }, schema: z.boolean(), required: true, ...rest };
}

const WORDS = new Map([
  ...['true', '1', 'yes', 'y', '是', '有'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'n', '否', '无'].map((word) => [word, false] as const),
]);

const YES: Text = { zh: '是', en: 'yes' };
const NO: Text = { zh: '否', en: 'no' };

function parse(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  const word = String(raw).normalize('NFKC').trim().toLowerCase();
  const means = (text: Text): boolean => inEveryLanguage(text).some((one) => one.toLowerCase() === word);
  return WORDS.get(word) ?? (means(YES) ? true : means(NO) ? false : undefined);
}

export const flagKind: KindContract = {
  parse,
  format: (value, _field, language) => textIn(value ? YES : NO, language),
  expected: () => ({ zh: '是或否', en: 'yes or no' }),
};
