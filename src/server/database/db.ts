import { Kysely, PostgresDialect } from 'kysely';
import type { Driver } from 'kysely';
import pg from 'pg';
import { readInstant } from './instant.ts';
import type { Log } from './log.ts';
import { ScopeDriver, SystemDriver } from './connection.ts';
import { onConnection, SturdyPool } from './pool.ts';

/** Any executor: a pool or a transaction. Tables are not typed; SQL is written in plain sight. */
export type Db = Kysely<Record<string, Record<string, unknown>>>;

/** Role that requests run under; row level security applies to it. Made by the migrations. */
export const APP_ROLE = 'meterhouse_app';

/** Longest that a call waits for a connection. */
const MOST_WAIT_MS = 30_000;

/** Role that requests take whose caller is limited to organisations: the policies of the limits apply to it alone. */
export const LIMITED_ROLE = 'meterhouse_limited';

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
  /** What its connections are called in the database, after the product's name; else its role. */
  readonly name?: string;
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
  // Compiling a statement takes seconds where its answer takes milliseconds; an address may ask for it all the same.
  const settings = ['-c jit=off', ...given, '-c timezone=UTC'];
  let limit = LIMITS_FOR_ALL;
  if (role === 'system') settings.push('-c meterhouse.scope=all', ...LINE);
  else {
    const roles = await rolesOf(connectionString);
    if (roles.app) settings.push(`-c role=${APP_ROLE}`);
    if (roles.limited) limit = `set local role ${LIMITED_ROLE}`;
  }

  const pool = new SturdyPool({
    connectionString: url,
    options: settings.join(' '),
    application_name: `meterhouse ${options.name ?? role}`,
    max: options.max ?? 10,
    idleTimeoutMillis: 60_000,
    // A call is told that there is no connection free, while work in the background waits for its turn.
    ...(role === 'app' ? { connectionTimeoutMillis: MOST_WAIT_MS } : {}),
    types: { getTypeParser },
    // COPY needs a connection of its own rhythm; requests have none.
    pipeline: role === 'app',
  });
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) options.log.warn(`A database connection broke: ${error.message}`);
  });

  const driver = role === 'app' ? new ScopeDriver(pool, limit) : new SystemDriver({ pool });
  const db: Db = new Kysely({ dialect: new DriverDialect(pool, driver) });
  pools.set(db, pool);
  async function close(): Promise<void> {
    closing = true;
    await db.destroy();
    if (!pool.ended) await pool.end();
  }
  return { db, pool, close };
}

/**
 * What a machine that died held in the database is free after some ten seconds, not after the two hours of the system:
 * meters that were folded there, and who waits for them. Nothing of it holds for a socket on the same machine.
 */
const LINE = [
  '-c tcp_keepalives_idle=5',
  '-c tcp_keepalives_interval=2',
  '-c tcp_keepalives_count=3',
  '-c tcp_user_timeout=15000',
];

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

const TIMESTAMPTZ = 1184;
const slowInstant = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (value: string) => unknown;
const instantOf = (value: string): unknown => readInstant(value) ?? slowInstant(value);

/** pg's own parsers, but dates stay text: a calendar day has no instant. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ && format !== 'binary') return instantOf;
  const same = oid === DATE ? TEXT : oid === DATE_ARRAY ? TEXT_ARRAY : oid;
  return pg.types.getTypeParser(same, format as 'text') as (value: string) => unknown;
}

/**
 * Where requests cannot take the role of the limits, their policies must stand for everybody; else nothing of a limited
 * caller's transaction may run.
 */
const LIMITS_FOR_ALL = `do $limits$ begin
  if exists (select from pg_policy where polname = 'limited' and polroles <> '{0}') then
    raise exception 'the limits of roles do not apply to this database user: start the product anew';
  end if;
end $limits$`;

/** The SQL expression of whether the connecting user may take the roles of requests, the one and the other. */
export const TAKES = {
  app: mayTake(APP_ROLE),
  // It has the rights of the other, or requests could read nothing under it.
  limited: `(${mayTake(APP_ROLE)} and ${mayTake(LIMITED_ROLE)} and exists (
    select from pg_roles l, pg_roles a where l.rolname = '${LIMITED_ROLE}' and a.rolname = '${APP_ROLE}'
      and pg_has_role(l.oid, a.oid, 'USAGE')))`,
} as const;

// What lets a user take a role was membership until PostgreSQL 16, and is a right of its own since.
function mayTake(role: string): string {
  return `coalesce((
    select pg_has_role(session_user, oid,
      case when current_setting('server_version_num')::integer < 160000 then 'MEMBER' else 'SET' end)
    from pg_roles where rolname = '${role}'), false)`;
}

/** Which roles the connecting user may take. An owner that may take none is still held, as RLS is forced. */
async function rolesOf(connectionString: string): Promise<{ app: boolean; limited: boolean }> {
  const { rows } = await onConnection(connectionString, (client) =>
    client.query<{ app: boolean; limited: boolean; free: boolean }>(
      `select ${TAKES.app} as app, ${TAKES.limited} as limited, rolsuper or rolbypassrls as free
       from pg_roles where rolname = session_user`,
    ),
  );
  const [roles] = rows;
  if (roles && (roles.app || !roles.free)) return roles;
  throw new Error(
    `The database user may read every row but cannot become ${APP_ROLE}, so enterprises could not be kept apart. ` +
      'Use a user without superuser and bypassrls, or create that role.',
  );
}
