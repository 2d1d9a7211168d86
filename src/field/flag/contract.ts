import * as z from 'zod';
import type { Field, FieldOptions, KindContract } from '#contract/field.ts';

/** Yes or no. */
export function flag(zh: string, en: string, rest: FieldOptions = {}): Field<z.ZodBoolean, true> {
  return { kind: 'flag', label: { zh, en }, schema: z.boolean(), required: true, ...rest };
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  y: true,
  是: true,
  有: true,
  false: false,
  '0': false,
  no: false,
  n: false,
  否: false,
  无: false,
};

export const flagKind: KindContract = {
  parse: (raw) =>
    typeof raw === 'boolean' ? raw : WORDS[String(raw).normalize('NFKC').trim().toLowerCase()],
  format: (value, _field, language) => (language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no'),
  expected: () => ({ zh: '是或否', en: 'yes or no' }),
};
