import type { Field } from '#contract/field.ts';
import { halfIn } from '#contract/inBoth.ts';
import { currentLanguage } from '#web/text/language.ts';
import { shownName } from '#web/text/secondName.ts';

/**
 * A value of a row; a name in English for an English reader, where the row has one beside it (decision 96), and of a text
 * that is kept in both languages the reader's half.
 */
export function shownValue(
  row: Readonly<Record<string, unknown>>,
  name: string,
  field?: Pick<Field, 'inBoth'>,
): unknown {
  const [value, english] = [row[name], row[`${name}En`]];
  if (typeof value !== 'string') return value;
  if (field?.inBoth) return halfIn(value, currentLanguage());
  return typeof english === 'string' ? shownName(value, english) : value;
}
