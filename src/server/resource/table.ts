import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { resourceOf } from '#resource/index.ts';
import { hasInitials, INITIALS } from './initials.ts';
import { kindServers } from './kinds.ts';
import { orderColumns, SEARCH, searchedColumns, searchExpression } from './large.ts';

/** A column as a definition wants it. */
interface TargetColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
}

/** What a definition wants of the database. */
export interface TargetTable {
  readonly name: string;
  readonly columns: readonly TargetColumn[];
  /** Name → definition of each unique index, foreign key and policy, as statements that create them. */
  readonly extras: Readonly<Record<string, string>>;
}

/** Stands in the name of the extra that makes the column of searched texts. */
export const SEARCHED = ' search ';

const quoted = (name: string): string => `"${name}"`;

/** PostgreSQL keeps the first 63 bytes of a name. */
const nameOf = (name: string): string => name.slice(0, 63);

/** The table name of a resource. */
export const tableOf = (resource: Resource): string => snake(resource.name);

/** The table that a definition stands for; indexes, keys and policy by name. */
export function targetTable(resource: Resource): TargetTable {
  const table = tableOf(resource);
  const columns: TargetColumn[] = [{ name: 'id', type: 'integer', notNull: true }];
  const extras: Record<string, string> = {};
  for (const [key, field] of Object.entries(resource.fields)) {
    const name = snake(key);
    columns.push({ name, type: kindServers[field.kind].columnType, notNull: field.required });
    Object.assign(extras, referenceExtras(table, name, field, resource.large));
  }
  if (hasInitials(resource)) columns.push({ name: INITIALS, type: 'text', notNull: false });
  for (const fields of resource.unique) {
    const name = nameOf(`${table}_${fields.map(snake).join('_')}_key`);
    const list = fields.map((f) => quoted(snake(f))).join(', ');
    extras[name] = `create unique index ${quoted(name)} on ${quoted(table)} (${list});`;
  }
  if (resource.large) Object.assign(extras, largeExtras(resource, table));
  if (resource.scope !== null) {
    const owner = snake(resource.scope);
    extras[`${table} policy scope`] = [
      `alter table ${quoted(table)} enable row level security;`,
      `alter table ${quoted(table)} force row level security;`,
      `create policy scope on ${quoted(table)} using ((select scope_all()) or ${quoted(owner)} in (select unnest(scope_ids())));`,
    ].join('\n');
  }
  return { name: table, columns, extras };
}

function referenceExtras(
  table: string,
  column: string,
  field: Field,
  large: boolean | undefined,
): Record<string, string> {
  if (field.kind !== 'reference' || field.refers === undefined) return {};
  const index = nameOf(`${table}_${column}_idx`);
  // The index of its order leads to it where a table is large.
  const made: Record<string, string> = large
    ? {}
    : { [index]: `create index ${quoted(index)} on ${quoted(table)} (${quoted(column)});` };
  // `org` is a view over three tables: the engine checks such a reference, the database cannot.
  if (field.refers === 'org') return made;
  const key = nameOf(`${table}_${column}_fkey`);
  const target = tableOf(resourceOf(field.refers));
  return {
    ...made,
    [key]: `alter table ${quoted(table)} add constraint ${quoted(key)} foreign key (${quoted(column)}) references ${quoted(target)} (id);`,
  };
}

function largeExtras(resource: Resource, table: string): Record<string, string> {
  const extras: Record<string, string> = {};
  // Row level security judges by references: with these in the index no row is fetched to be passed over.
  const assessed = Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'reference')
    .map(([key]) => snake(key));
  const addIndex = (name: string, key: string, include: readonly string[]): void => {
    const more = include.length > 0 ? ` include (${include.map(quoted).join(', ')})` : '';
    extras[name] = `create index ${quoted(name)} on ${quoted(table)} (${key})${more};`;
  };
  for (const [key, { name: column, type }] of orderColumns(resource)) {
    const others = assessed.filter((one) => one !== column);
    const name = nameOf(`${table}_${column}_order_idx`);
    addIndex(name, `${quoted(column)}, id`, others);
    if (type !== null)
      extras[name] =
        `alter table ${quoted(table)} add column ${quoted(column)} ${type} generated always as (${quoted(snake(key))}::${type}) stored;\n${extras[name]}`;
  }
  const searched = searchedColumns(resource).join(' ');
  // The list of columns stands in the column's comment: where it changes, the column is made anew.
  extras[`${table}${SEARCHED}${searched}`] = [
    `alter table ${quoted(table)} add column ${quoted(SEARCH)} text generated always as (${searchExpression(resource)}) stored;`,
    `comment on column ${quoted(table)}.${quoted(SEARCH)} is '${searched}';`,
    // A search walks through every row up to this column.
    `call arrange_columns('${table}');`,
  ].join('\n');
  return extras;
}

/** The statement that makes a table with its columns alone. */
export function createTable(resource: Resource): string {
  const { name, columns } = targetTable(resource);
  const id = resource.orgId
    ? `id integer primary key default nextval('org_id')`
    : 'id integer generated by default as identity primary key';
  const rest = columns.slice(1).map((c) => `${quoted(c.name)} ${c.type}${c.notNull ? ' not null' : ''}`);
  return `create table ${quoted(name)} (\n  ${[id, ...rest].join(',\n  ')}\n);`;
}
