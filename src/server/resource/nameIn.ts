import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Language } from '#contract/text.ts';

/** The text of a column of names in a language: in English what stands in its column `…_en`, where there is something. */
export const nameIn = (column: string, language: Language): RawBuilder<string> =>
  language === 'en'
    ? sql<string>`coalesce(nullif(${sql.ref(`${column}_en`)}, ''), ${sql.ref(column)})`
    : sql<string>`${sql.ref(column)}`;
