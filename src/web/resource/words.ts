import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import { shownDay } from '#field/date/contract.ts';
import { wordsOf as plainWords } from '#field/richText/contract.ts';
import { type Language, textIn } from '#contract/text.ts';
import { MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';

/** Whether a field holds nothing. */
export const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value in plain words, where no cell is drawn, an instant on the clock of a zone; an unreadable one as it stands. */
export function wordsOf(field: Field, value: unknown, language: Language, zone: string): string {
  if (isEmpty(value)) return textIn(field.whenEmpty, language) ?? MISSING;
  if (field.kind === 'date') return shownDay(value, field);
  if (field.kind === 'dateTime' && !Number.isNaN(Date.parse(String(value))))
    return momentAt(zone, String(value));
  if (field.kind === 'richText') return plainWords(String(value));
  if (field.kind === 'choices' && !Array.isArray(value)) return String(value);
  if (field.kind === 'references' && !Array.isArray(value)) return String(value);
  return kindContracts[field.kind].format(value, field, language);
}
