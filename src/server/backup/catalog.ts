import type { ClientBase } from 'pg';
import type { BackupTable } from './manifest.ts';

/** A table of the product's schema as the database describes it. */
export type CatalogTable = Omit<BackupTable, 'rows'> & { partitioned: boolean; forced: boolean };

/** The tables of the current schema, partitioned ones before their partitions. The job queue has a schema of its own
 * and is left out: its jobs are made again from the product's tables. */
export async function listTables(client: ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select c.relname as name, c.relkind = 'p' as partitioned, c.relforcerowsecurity as forced,
      (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      case when c.relispartition then json_build_object(
        'of', (select inhparent::regclass::text from pg_inherits where inhrelid = c.oid),
        'bound', pg_get_expr(c.relpartbound, c.oid),
        'by', pg_get_partkeydef(c.oid)) end as partition
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence <> 't'
    order by (select count(*) from pg_partition_ancestors(c.oid)), c.relname collate "C"`);
  return rows;
}

/** Sequences that have given a number, and the last one. */
export async function listSequences(client: ClientBase): Promise<{ name: string; lastValue: string }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(`
    select sequencename as name, last_value::text as "lastValue" from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename collate "C"`);
  return rows;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys that were declared (not those that a partition inherits). */
export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and k.contype = 'f' and k.conparentid = 0
    order by c.relname collate "C", k.conname collate "C"`);
  return rows;
}

/** The applied migrations; none in a database that never was migrated. */
export async function listMigrations(client: ClientBase): Promise<{ name: string; checksum: string }[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migration') is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name collate "C"',
  );
  return rows;
}
