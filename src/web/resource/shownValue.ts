import { shownName } from '#web/text/secondName.ts';

/** A value of a row; a name in English for an English reader, where the row has one beside it (decision 96). */
export function shownValue(row: Readonly<Record<string, unknown>>, name: string): unknown {
  const [value, english] = [row[name], row[`${name}En`]];
  return typeof value === 'string' && typeof english === 'string' ? shownName(value, english) : value;
}
