import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import type { Field } from '#contract/field.ts';
import { resources } from '#resource/index.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '../database/db.ts';
import type { JsonRow, SlotCall } from './slot.ts';
import { tableOf } from './table.ts';

/** Rows of one resource that point to rows by one field. */
interface Use {
  /** The first that is pointed to. */
  readonly id: number;
  readonly label: Text;
  /** The title of the first of them; null where a row has none in words. */
  readonly title: string | null;
  /** How many, counted up to `COUNTED`. */
  readonly count: number;
}

const COUNTED = 1000;

const pointsTo = (field: Field, resource: Resource): boolean =>
  field.refers === resource.name || (field.refers === 'org' && resource.orgId === true);

/** Records of what was done hold nothing; lists of roles and functions are grants: only the archive's lists hold a row. */
const holds = (user: Resource, field: Field): boolean =>
  !user.readOnly && (field.kind === 'reference' || (field.kind === 'references' && user.area === 'archive'));

/** What points to rows from outside of them, as far as the scope shows it. */
async function usesOf(trx: Db, resource: Resource, ids: readonly number[]): Promise<Use[]> {
  const users = resources.flatMap((user) =>
    Object.entries(user.fields)
      .filter(([, field]) => pointsTo(field, resource) && holds(user, field))
      .map(([key, field]) => ({ user, column: sql.ref(snake(key)), many: field.kind === 'references' })),
  );
  if (users.length === 0) return [];
  const parts = users.map(({ user, column, many }, i) => {
    const named = user.fields[user.title]?.kind === 'text';
    const title = named ? sql.ref(snake(user.title)) : sql`null`;
    const wanted = sql`${ids}::integer[]`;
    const where = many ? sql`${column} && ${wanted}` : sql`${column} = any (${wanted})`;
    const target = many ? sql`(select max(o) from unnest(${column}) o where o = any (${wanted}))` : column;
    // Rows that go together do not hold each other.
    const outside = user.name === resource.name ? sql`and id <> all (${wanted})` : sql``;
    return sql`select ${i}::integer as user, count(*)::integer as count, (array_agg(title))[1] as title,
        (array_agg(target))[1] as id from (
      select ${title}::text as title, ${target} as target from ${sql.table(tableOf(user))}
      where ${where} ${outside} order by id limit ${COUNTED}) found
      having count(*) > 0`;
  });
  const { rows } = await sql<{ user: number; count: number; title: string | null; id: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(trx);
  return rows.map(({ user, ...use }) => ({ ...use, label: users[user]?.user.label ?? { zh: '', en: '' } }));
}

const inWords = ({ label, title, count }: Use): Text => {
  const many = count >= COUNTED ? `${COUNTED}+` : String(count);
  if (title === null) return { zh: `${label.zh} ${many} 项`, en: `${label.en} (${many})` };
  return count === 1
    ? { zh: `${label.zh}“${title}”`, en: `${label.en} “${title}”` }
    : { zh: `${label.zh}“${title}”等 ${many} 项`, en: `${label.en} “${title}” and others (${many})` };
};

/** Refuses to delete rows that others point to, and says which. @throws Fault 409. */
export async function refuseUsed(
  { trx }: SlotCall,
  resource: Resource,
  rows: readonly JsonRow[],
): Promise<void> {
  const found = await usesOf(
    trx,
    resource,
    rows.map((row) => row.id),
  );
  const [first] = found;
  if (!first) return;
  const row = rows.find(({ id }) => id === first.id);
  const uses = found.filter(({ id }) => id === first.id).map(inWords);
  const title =
    row && resource.fields[resource.title]?.kind === 'text' ? String(row[resource.title]) : `#${first.id}`;
  throw conflict({
    zh: `“${title}”正在使用中：${uses.map((use) => use.zh).join('；')}`,
    en: `“${title}” is in use: ${uses.map((use) => use.en).join('; ')}`,
  });
}
