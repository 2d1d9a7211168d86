import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import { wordsOf as plainWords } from '#field/richText/contract.ts';
import type { Language } from '#contract/text.ts';
import { MISSING } from '#domain/figure/number.ts';

/** A value in plain words, where no cell is drawn; an unreadable one as it stands. */
export function wordsOf(field: Field, value: unknown, language: Language): string {
  if (value == null || value === '') return MISSING;
  if (Array.isArray(value) && value.length === 0) return MISSING;
  if (field.kind === 'richText') return plainWords(String(value));
  if (field.kind === 'choices' && !Array.isArray(value)) return String(value);
  if (field.kind === 'references' && !Array.isArray(value)) return String(value);
  return kindContracts[field.kind].format(value, field, language);
}
