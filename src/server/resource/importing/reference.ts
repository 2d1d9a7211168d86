import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf } from '#resource/index.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '../../database/db.ts';
import { kindServers } from '../kinds.ts';
import { targetOf } from '../row.ts';

/** A word of a sheet that stands for a row, and the enterprise in which it is looked for. */
export interface Word {
  readonly word: string;
  readonly owner: unknown;
}

/** The id that a word stands for, the sentence that says why none, or undefined where there is no such row. */
export type Found = number | Text | undefined;

/** Finds the rows that words stand for: by title or code, by id where it is written `#12`. What was found is not looked for again. */
export function wordFinder(
  trx: Db,
  resource: Resource,
): (field: Field, words: readonly Word[]) => Promise<(one: Word) => Found> {
  const known = new Map<string, Found>();
  return async (field, words) => {
    const keyOf = ({ word, owner }: Word) => JSON.stringify([field.refers, owner ?? null, word]);
    const wanted = new Map(words.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]));
    const found = await findIds(trx, field, [...wanted.values()]);
    const fresh = new Map(
      [...wanted.keys()].map((key, i) => [key, foundOf(found[i] ?? [], wanted.get(key))]),
    );
    // Rows of the resource itself come into being while the sheet is read.
    if (field.refers !== resource.name) for (const [key, one] of fresh) known.set(key, one);
    return (one) => known.get(keyOf(one)) ?? fresh.get(keyOf(one));
  };
}

function foundOf(ids: readonly number[], one: Word | undefined): Found {
  const word = one?.word ?? '';
  if (ids.length > 1)
    return {
      zh: `有多条名为“${word}”的记录，请填编号，或以 #12 的形式填记录 id`,
      en: `several records are called “${word}”, give its code, or its id as #12`,
    };
  // A number alone is a name or a code: the id of that number may be quite another row.
  const id = /^#(\d+)$/.exec(word.normalize('NFKC'))?.[1];
  return ids[0] ?? (id === undefined ? undefined : Number(id));
}

/** At most two ids for each word. */
async function findIds(trx: Db, field: Field, words: readonly Word[]): Promise<number[][]> {
  if (words.length === 0) return [];
  const refers = field.refers ?? '';
  const target = refers === 'org' ? undefined : resourceOf(refers);
  const { table, title, code } = targetOf(refers);
  const ownerColumn = target === undefined ? 'consumer_id' : target.scope === 'id' ? null : target.scope;
  const given = words.map(({ word, owner }, n) => ({ n, word, owner: owner ?? null }));
  const fieldOf = (column: string) =>
    Object.entries(target?.fields ?? {}).find(([name]) => snake(name) === column)?.[1];
  const isText = (column: string) => kindServers[fieldOf(column)?.kind ?? 'text'].columnType === 'text';
  const by = (column: string) => sql`
    select w.n, t.id from w join ${sql.table(table)} t
      on ${isText(column) ? sql.ref(`t.${column}`) : sql`${sql.ref(`t.${column}`)}::text`} = w.word
    ${ownerColumn === null ? sql`` : sql`and (w.owner is null or ${sql.ref(`t.${snake(ownerColumn)}`)} = w.owner)`}`;
  // A row that is called as what it is about has no name of its own.
  const names = [...new Set([title, code])].filter((column) => fieldOf(column)?.refers === undefined);
  if (names.length === 0) return words.map(() => []);
  const { rows } = await sql<{ n: number; ids: number[] }>`
    with w as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as v(n integer, word text, owner integer))
    select n, (array_agg(distinct id))[1:2] as ids
    from (${sql.join(
      names.map((column) => by(column)),
      sql` union all `,
    )}) as found group by n`.execute(trx);
  const byPlace = new Map(rows.map((row) => [row.n, row.ids]));
  return words.map((_, n) => byPlace.get(n) ?? []);
}
