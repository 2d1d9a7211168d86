import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Language } from '#contract/text.ts';

/** The text of a column of names in a language: in English what stands in its column `…_en`, where there is something. */
export const nameIn = (column: string, language: Language): RawBuilder<string> =>
  language !== 'zh'
    ? sql<string>`coalesce(nullif(${sql.ref(`${column}_en`)}, ''), ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`;

/**
 * Who did something, in a language: the English name of the account in column `id`, as long as it bears the name that was
 * written (decision 96). For statements of no caller; those of a call say `shown_name`.
 */
export const signedIn = (column: string, id: string, language: Language): RawBuilder<string> =>
  language !== 'zh'
    ? sql<string>`coalesce(account_name_en(${sql.ref(id)}, ${sql.ref(column)}), ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`;

/**
 * The same in statements of a call: the name in column `name` as whom it answers reads it, of the account in column `id`.
 */
export const signer = (name: string, id: string): RawBuilder<string> =>
  sql<string>`shown_name(${sql.ref(name)}, account_name_en(${sql.ref(id)}, ${sql.ref(name)}))`;
