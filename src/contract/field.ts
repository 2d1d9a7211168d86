import type * as z from 'zod';
import type { Language, Text } from './text.ts';

/** The kinds of field; each is a folder `src/field/<kind>` with its halves. */
export const FIELD_KINDS = [
  'text',
  'integer',
  'decimal',
  'choice',
  'choices',
  'date',
  'dateTime',
  'flag',
  'reference',
  'references',
  'structure',
  'richText',
  'code',
  'codes',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Where codes come from: a category of the dictionary, or rows of a resource (their code may be several fields on end). */
export type CodeList =
  | { readonly category: string }
  | { readonly resource: string; readonly code: readonly string[]; readonly name: string };

/** What every kind of field may say about itself beyond its label. */
export interface FieldOptions {
  /** Not among the columns shown until a person picks it. */
  readonly hidden?: boolean;
  /** Set by the server alone: shown, never in a form. */
  readonly readOnly?: boolean;
  /** Unit of the value, as printed in the column head. */
  readonly unit?: string;
  /** A number that names and does not count (a port, a year, an id): written without thousands separators. */
  readonly plain?: boolean;
  /** A date that may lie ahead (an expiry, a plan, a price): filters offer days to come. */
  readonly ahead?: boolean;
  /** A date that stands for the month it lies in: the screen shows that. */
  readonly month?: boolean;
  /** Another name of the specification for it: rows have it beside the field's own, and it is read where that is not given. */
  readonly alias?: string;
  /** reference: fields of the row it points to that a read row has beside its own, by their name there. */
  readonly tells?: Readonly<Record<string, string>>;
  /** Name of an account as it was written: the field with the account's id, whose English name a read row has beside it. */
  readonly signedBy?: string;
  /** Text that names a row of this resource of the same enterprise: whose English name a read row has beside it. */
  readonly names?: string;
  /** Text of the product that is kept in both languages (`inBoth`): each reader is told one. */
  readonly inBoth?: true;
  /** Value of a new row where none is given. */
  readonly initial?: unknown;
  /** What an empty value means, where it says something and is not missing: as everything, or nothing in particular. */
  readonly whenEmpty?: Text;
  /** One sentence under the form input. */
  readonly help?: Text;
}

/**
 * One field of a resource: a zod schema of its JSON value with its metadata beside it
 * (zod loses `.meta()` on `.optional()`).
 */
export interface Field<
  S extends z.ZodType = z.ZodType,
  Required extends boolean = boolean,
> extends FieldOptions {
  readonly kind: FieldKind;
  readonly label: Text;
  readonly schema: S;
  readonly required: Required;
  /** text: the longest value in characters. */
  readonly max?: number;
  /** decimal: decimals shown, and the most that are kept. */
  readonly decimals?: number;
  /** choice, choices: code → label. */
  readonly options?: Readonly<Record<string, Text>>;
  /** reference, references: name of the resource it points to (`org` = consumer, site or unit). */
  readonly refers?: string;
  /** code, codes: the lists of which codes are taken. */
  readonly lists?: readonly CodeList[];
  /** code: a code that begins with a listed one of at least so many characters is a deeper level of it, and taken. */
  readonly below?: number;
  /** code, codes: codes beside those of the lists. */
  readonly fixed?: Readonly<Record<string, Text>>;
}

/** The same field, not required: its value may be null. */
export function optional<S extends z.ZodType>(field: Field<S, boolean>): Field<S, false> {
  return { ...field, required: false };
}

/** What a kind does with values outside the typed world; the shared half of `src/field/<kind>`. */
export interface KindContract {
  /**
   * The typed value of what a form, a query, or a cell of a sheet holds; `undefined` = not readable.
   * Never called with an empty value: that is null for every kind.
   */
  readonly parse: (raw: unknown, field: Field) => unknown;
  /** The value as a person reads it, also in exported sheets (references: as the titles given). */
  readonly format: (value: unknown, field: Field, language: Language) => string;
  /** What is expected, for the sentence that refuses an unreadable value. */
  readonly expected: (field: Field) => Text;
}
