import { sql } from 'kysely';
import type { Resource } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import type { Db } from '../database/db.ts';
import { SEARCH } from './large.ts';
import { createTable, SEARCHED, targetTable } from './table.ts';

interface LiveColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  readonly not_null: boolean;
}

/** Names that exist in the database: tables' columns, and indexes, keys and policies. */
interface Live {
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, LiveColumn>>;
  readonly extras: ReadonlySet<string>;
}

async function readLive(db: Db): Promise<Live> {
  const { rows } = await sql<LiveColumn>`
    select c.relname as table_name, a.attname as column_name,
      replace(format_type(a.atttypid, null), 'timestamp with time zone', 'timestamptz') as type,
      a.attnotnull as not_null
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`.execute(
    db,
  );
  const columns = new Map<string, Map<string, LiveColumn>>();
  for (const row of rows) {
    const table = columns.get(row.table_name) ?? new Map<string, LiveColumn>();
    columns.set(row.table_name, table.set(row.column_name, row));
  }
  const { rows: names } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind in ('i', 'I')
    union all select conname from pg_constraint
    union all select c.relname || ' policy ' || p.polname from pg_policy p join pg_class c on c.oid = p.polrelid
    union all select c.relname || ${SEARCHED} || col_description(c.oid, a.attnum)
    from pg_attribute a join pg_class c on c.oid = a.attrelid where a.attname = ${SEARCH} and not a.attisdropped`.execute(
    db,
  );
  return { columns, extras: new Set(names.map((r) => r.name)) };
}

/** The statements that bring a database to what the definitions want; none when it is there already. */
export async function differences(db: Db, wanted: readonly Resource[] = resources): Promise<string[]> {
  const live = await readLive(db);
  const tables: string[] = [];
  const rest: string[] = [];
  for (const resource of wanted) {
    const target = targetTable(resource);
    const columns = live.columns.get(target.name);
    const extras = Object.entries(target.extras);
    // It is made of other columns, which cannot go while it stands.
    const remade =
      columns?.has(SEARCH) &&
      (!resource.large || extras.some(([name]) => name.includes(SEARCHED) && !live.extras.has(name)));
    if (remade) rest.push(`alter table "${target.name}" drop column "${SEARCH}";`);
    const missing = extras.filter(([name]) => !live.extras.has(name));
    if (!columns) tables.push(createTable(resource));
    else rest.push(...columnChanges(target.name, target.columns, columns));
    for (const [, statement] of missing) rest.push(statement);
  }
  return [...tables, ...rest];
}

function columnChanges(
  table: string,
  wanted: ReturnType<typeof targetTable>['columns'],
  live: ReadonlyMap<string, LiveColumn>,
): string[] {
  const alter = `alter table "${table}"`;
  const statements: string[] = [];
  for (const column of wanted) {
    const is = live.get(column.name);
    if (!is)
      statements.push(
        `${alter} add column "${column.name}" ${column.type}${column.notNull ? ' not null' : ''};`,
      );
    else {
      if (is.type !== column.type)
        statements.push(
          `${alter} alter column "${column.name}" type ${column.type} using "${column.name}"::${column.type};`,
        );
      if (is.not_null !== column.notNull)
        statements.push(
          `${alter} alter column "${column.name}" ${column.notNull ? 'set' : 'drop'} not null;`,
        );
    }
  }
  const names = new Set(wanted.map((c) => c.name));
  // Columns of slots (a token's hash, say) begin with an underscore and are no field of the definition.
  for (const name of live.keys())
    if (!names.has(name) && !name.startsWith('_')) {
      // What is made of it goes first.
      if (live.has(`_${name}`)) statements.push(`${alter} drop column "_${name}";`);
      statements.push(`${alter} drop column "${name}";`);
    }
  return statements;
}
