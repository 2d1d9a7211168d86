import type { Text } from '#contract/text.ts';

/** A cell of a file: text, number, flag, a date of no zone, a value that cannot be known, or nothing. */
export type FileCell =
  | string
  | number
  | boolean
  | { readonly wall: string; readonly serial: number }
  | { readonly broken: Text; readonly raw: string }
  | null;

/** Text in its plain form: full-width letters and digits made half-width, blanks at the ends taken off. */
export const plain = (text: string): string => text.normalize('NFKC').trim();
