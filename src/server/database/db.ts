import { Kysely, PostgresDialect } from 'kysely';
import type { Driver } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';
import { ScopeDriver, SystemDriver } from './connection.ts';

/** Any executor: a pool or a transaction. Tables are not typed; SQL is written in plain sight. */
export type Db = Kysely<Record<string, Record<string, unknown>>>;

/** Role that requests run under; row level security applies to it. Made by the migrations. */
export const APP_ROLE = 'meterhouse_app';

export interface Database {
  /** Kysely over the pool. */
  readonly db: Db;
  /** The pool itself, for COPY and LISTEN. */
  readonly pool: pg.Pool;
  /** Waits for running statements, then closes every connection. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Most connections at a time (default 10). */
  readonly max?: number;
  /** `system` sees every row (workers, ingest, migrations); `app` sees what `withScope` allows. */
  readonly role?: 'app' | 'system';
  readonly log: Log;
}

/**
 * Opens a pool with session time zone UTC. timestamptz arrives as Date, date as 'YYYY-MM-DD', int8 and
 * numeric as exact strings, float8 as number.
 * @throws Error with a sentence when role `app` would not be held by row level security.
 */
export async function openDatabase(connectionString: string, options: DatabaseOptions): Promise<Database> {
  const role = options.role ?? 'system';
  const { url, given } = splitOptions(connectionString);
  const settings = [...given, '-c timezone=UTC'];
  if (role === 'system') settings.push('-c meterhouse.scope=all');
  else if (await canSwitchRole(connectionString)) settings.push(`-c role=${APP_ROLE}`);

  const pool = new pg.Pool({
    connectionString: url,
    options: settings.join(' '),
    application_name: `meterhouse ${role}`,
    max: options.max ?? 10,
    idleTimeoutMillis: 60_000,
    types: { getTypeParser },
    // COPY needs a connection of its own rhythm; requests have none.
    pipeline: role === 'app',
  });
  let closing = false;
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', (error) => {
    if (!closing) options.log.warn(`A database connection broke: ${error.message}`);
  });

  const driver = role === 'app' ? new ScopeDriver({ pool }) : new SystemDriver({ pool });
  const db: Db = new Kysely({ dialect: new DriverDialect(pool, driver) });
  pools.set(db, pool);
  async function close(): Promise<void> {
    closing = true;
    await db.destroy();
    if (!pool.ended) await pool.end();
  }
  return { db, pool, close };
}

const pools = new WeakMap<Db, pg.Pool>();

/**
 * The pool behind an executor from `openDatabase`, for COPY and LISTEN.
 * @throws TypeError for a transaction, which has no pool of its own.
 */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new TypeError('A transaction has no pool; pass the database itself.');
  return pool;
}

/** pg lets `options` of the address replace ours, which hold the scope: they are joined instead. */
function splitOptions(connectionString: string): { url: string; given: string[] } {
  const url = new URL(connectionString);
  const given = url.searchParams.getAll('options');
  url.searchParams.delete('options');
  return { url: given.length > 0 ? url.href : connectionString, given };
}

class DriverDialect extends PostgresDialect {
  readonly #driver: Driver;
  constructor(pool: pg.Pool, driver: Driver) {
    super({ pool });
    this.#driver = driver;
  }
  override createDriver(): Driver {
    return this.#driver;
  }
}

const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT = 25;
const TEXT_ARRAY = 1009;

/** pg's own parsers, but dates stay text: a calendar day has no instant. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const same = oid === DATE ? TEXT : oid === DATE_ARRAY ? TEXT_ARRAY : oid;
  return pg.types.getTypeParser(same, format as 'text') as (value: string) => unknown;
}

/** Whether the connecting user may become APP_ROLE. An owner that may not is still held, as RLS is forced. */
async function canSwitchRole(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`set role ${APP_ROLE}`);
    return true;
  } catch (error) {
    const { rows } = await client.query<{ free: boolean }>(
      'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
    );
    if (rows[0]?.free === false) return false;
    throw new Error(
      `The database user may read every row but cannot become ${APP_ROLE}, so enterprises could not be kept apart. ` +
        'Use a user without superuser and bypassrls, or create that role.',
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
