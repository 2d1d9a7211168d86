import { sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Db } from '../database/db.ts';

/** Whether rows of a resource are found by the pinyin initials of their title. */
export const hasInitials = (resource: Resource): boolean => resource.fields[resource.title]?.kind === 'text';

/** The column that keeps them; no field of the definition. */
export const INITIALS = '_initials';

/** Pinyin initials of a title, other letters as they are: `炼钢 2# 炉` → `lg 2# l`. */
export const initialsOf = (title: string): string => title.replace(CHINESE, initialsOfRun).toLowerCase();

const CHINESE = /[^\0-\x7F]+/g;

// A list repeats its words before the numbers; forgotten as a whole where there are many.
const MOST_RUNS = 5000;
const runs = new Map<string, string>();

function initialsOfRun(run: string): string {
  const known = runs.get(run);
  if (known !== undefined) return known;
  if (runs.size >= MOST_RUNS) runs.clear();
  const initials = pinyin(run, { pattern: 'first', toneType: 'none', type: 'array' }).join('');
  runs.set(run, initials);
  return initials;
}

/** Writes the initials of rows that came in by another way than the engine: the shipped menu, an older version. */
export async function fillInitials(db: Db, wanted: readonly Resource[]): Promise<void> {
  const column = sql.ref(INITIALS);
  const named = new Map(wanted.filter(hasInitials).map((resource) => [snake(resource.name), resource]));
  if (named.size === 0) return;
  // At nearly every start there are none: asked of all tables at once.
  const lacking = await sql<{ name: string }>`${sql.join(
    [...named.keys()].map(
      (name) =>
        sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)} where ${column} is null)`,
    ),
    sql` union all `,
  )}`.execute(db);
  for (const { name } of lacking.rows) {
    const resource = named.get(name);
    if (!resource) continue;
    const table = sql.table(name);
    const { rows } = await sql<{ id: number; title: string }>`
      select id, ${sql.ref(snake(resource.title))} as title from ${table} where ${column} is null`.execute(
      db,
    );
    await sql`update ${table} t set ${column} = v.initials
      from unnest(${rows.map((r) => r.id)}::integer[], ${rows.map((r) => initialsOf(r.title))}::text[]) v(id, initials)
      where t.id = v.id`.execute(db);
  }
}
