import type pg from 'pg';

/** The column by which time series are distributed: whatever is asked about one meter lies on one machine. */
export const DISTRIBUTION_COLUMN = 'meter_id';

/** A table of time series as the catalog describes it. */
export interface SeriesTable {
  readonly name: string;
  /** Primary keys and unique indexes, with their columns in order. */
  readonly keys: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** Foreign keys from it and to it, as the catalog writes them. */
  readonly foreign: readonly { readonly from: string; readonly to: string; readonly name: string }[];
  readonly triggers: readonly string[];
  readonly rowSecurity: boolean;
  /** Type of the distribution column; tables lie together only where it is the same. */
  readonly type: string;
}

/**
 * Every table of time series: those with a meter and without an enterprise, which is what says that a row belongs to
 * the archive and is found through row level security. Partitions follow their parents.
 */
export async function seriesTables(client: Pick<pg.Pool, 'query'>): Promise<SeriesTable[]> {
  const { rows } = await client.query<SeriesTable>(
    `select c.relname as name, format_type(m.atttypid, m.atttypmod) as type, c.relrowsecurity as "rowSecurity",
       coalesce((select json_agg(json_build_object('name', i.indexrelid::regclass::text, 'columns',
           (select json_agg(a.attname order by k.n) from unnest(i.indkey::int2[]) with ordinality k (att, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.att)) order by i.indexrelid::regclass::text)
         from pg_index i where i.indrelid = c.oid and i.indisunique), '[]') as keys,
       coalesce((select json_agg(json_build_object('name', f.conname, 'from', f.conrelid::regclass::text, 'to', f.confrelid::regclass::text))
         from pg_constraint f where f.contype = 'f' and f.conparentid = 0 and c.oid in (f.conrelid, f.confrelid)), '[]') as foreign,
       coalesce((select json_agg(t.tgname) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal), '[]') as triggers
     from pg_class c join pg_attribute m on m.attrelid = c.oid and m.attname = $1 and not m.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'consumer_id' and not a.attisdropped)
     order by c.relkind = 'p' desc, c.relname`,
    [DISTRIBUTION_COLUMN],
  );
  return rows;
}

/** Whether Citus is in this database, could be, or not. */
export interface CitusState {
  readonly installed: string | null;
  readonly available: string | null;
  /** Tables that are distributed already. */
  readonly distributed: readonly string[];
}

export async function citusState(client: Pick<pg.Pool, 'query'>): Promise<CitusState> {
  const { rows } = await client.query<{ installed: string | null; available: string | null }>(
    `select (select extversion from pg_extension where extname = 'citus') as installed,
       (select default_version from pg_available_extensions where name = 'citus') as available`,
  );
  const { installed = null, available = null } = rows[0] ?? {};
  if (installed === null) return { installed, available, distributed: [] };
  const tables = await client.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition where partmethod = $1',
    ['h'],
  );
  return { installed, available, distributed: tables.rows.map((row) => row.name) };
}
