import type pg from 'pg';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { ensurePartitions, monthsOf } from '#feature/meters/reading/server/public.ts';
import { type Db, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate, readMigrations } from '#server/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { buildMeters } from '#test/build/meter.ts';
import { cheapHash } from '#test/cheapHash.ts';
import { OPERATOR_PASSWORD } from '#test/running.ts';

/** The first migration that a folder of the trials lacks: many that change rows come after it. */
const FIRST_LACKING = '0087-counting.sql';
const METERS = 4;
/** Readings of a meter, a quarter of an hour apart. */
const READINGS = 12_000;
const START = Date.UTC(2025, 0, 1);

/** Makes a data folder as an older version left it, with rows of what later migrations change. */
export async function makeOlderFolder(dataDir: string): Promise<void> {
  await onFolder(dataDir, async (pool, db) => {
    const names = (await readMigrations()).map(({ name }) => name);
    await migrate(pool, { log: silent, only: new Set(names.filter((name) => name < FIRST_LACKING)) });
    const end = START + READINGS * QUARTER_MS;
    const days = Array.from({ length: 130 }, (_, day) => START + day * DAY_MS);
    await ensurePartitions(pool, monthsOf(days));
    const { consumerId, meterIds } = await buildMeters(db, { meters: METERS });
    await pool.query(
      `with made as (insert into data_source (consumer_id, kind, rank, name, status)
         values ($1, 'import', 2, 'file', 1) returning id)
       insert into reading (meter_id, source, ts, pp)
       select m, s, $3::timestamptz + n * interval '15 minutes', n + m
       from made, unnest($2::integer[]) m, unnest(array[0, made.id]) s, generate_series(0, $4::integer - 1) n`,
      [consumerId, meterIds, new Date(START), READINGS],
    );
    await pool.query(
      `insert into interval_energy (meter_id, source, start_ts, end_ts, code, value)
       select m, 0, $2, $3, 'PP', 1.5 from unnest($1::integer[]) m`,
      [meterIds, new Date(START - QUARTER_MS), new Date(START)],
    );
    await pool.query(
      `insert into meter_fold (meter_id, codes, first_ts, last_ts) select m, 1, $2, $3 from unnest($1::integer[]) m`,
      [meterIds, new Date(START), new Date(end)],
    );
    await pool.query(
      `with made as (insert into org_employee (user_name, name, account_type, state)
         values ('operator', 'Operator', '1', '1') returning id)
       insert into employee_secret (employee_id, password_hash) select id, $1 from made`,
      [cheapHash(OPERATOR_PASSWORD)],
    );
  });
} // prettier-ignore

/** Works on the database of a folder on which nothing runs. */
export async function onFolder<T>(dataDir: string, work: (pool: pg.Pool, db: Db) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
  try {
    const database = await openDatabase(postgres.connectionString, { log: silent, max: 4 });
    try {
      return await work(database.pool, database.db);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** The readings that such a folder holds, as one text; the same before and after an update. */
export const READINGS_OF_OLDER = `select count(*) || ' readings, sum ' || sum(pp)::numeric as text from reading`;
export const OLDER_READINGS = (() => {
  const rows = METERS * 2 * READINGS;
  // pp = n + m; meters are numbered from 1 on.
  const sum = METERS * READINGS * (READINGS - 1) + (READINGS * 2 * (METERS * (METERS + 1))) / 2;
  return `${rows} readings, sum ${sum}`;
})();

/** Every migration that a database holds, in order. */
export const APPLIED = 'select name from schema_migration order by name collate "C"';

/**
 * Shape and content of a database as lines to compare: without the numbers that rows were given and without when they were
 * made, which differ from one update to the next.
 */
export async function describeDatabase(pool: pg.Pool): Promise<string[]> {
  const { rows: shape } = await pool.query<{ line: string }>(SHAPE);
  const { rows: tables } = await pool.query<{ name: string; left: string[] }>(TABLES);
  const lines = shape.map(({ line }) => line);
  for (const { name, left } of tables) {
    const { rows } = await pool.query<{ content: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line)), '') as content
       from (select (to_jsonb(t) - $1::text[])::text as line from "${name}" t) s`,
      [left],
    );
    lines.push(`rows of ${name}: ${rows[0]?.content}`);
  }
  return lines;
}

const SHAPE = `
  select format('column %s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select format('policy %s.%s %s %s', tablename, policyname, qual, with_check) from pg_policies where schemaname = 'public'
  union all select format('function %s %s', oid::regprocedure, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1`;

/** Tables, and of each the columns that say by which number or when a row was made; roles are made by the start after. */
const TABLES = `
  select c.relname as name, coalesce(array_agg(a.attname::text) filter (where a.attidentity <> ''
      or pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(\\)|nextval\\(' or a.attname ~ '_at$' or a.attname = 'role_id'), '{}') as left
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and (c.relkind = 'p' or (c.relkind = 'r' and not c.relispartition))
  group by 1 order by 1`;
