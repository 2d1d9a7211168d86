import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../database/log.ts';
import { openCluster, USER } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { lockFolder } from './lock.ts';
import { stopOrphan } from './orphan.ts';
import { findPostgresPackage } from './package.ts';
import { chooseLaunch } from './privilege.ts';
import { startServer } from './server.ts';
import type { Door, RunningServer } from './server.ts';

export interface EmbeddedPostgres {
  /** Connects to database `meterhouse` as its superuser; holds the password. */
  readonly connectionString: string;
  readonly pid: number;
  /** Whether there is no table yet: nobody has worked with this database. */
  readonly fresh: boolean;
  /** Resolves with the log's last line if PostgreSQL ends without stop() having been called. */
  readonly died: Promise<string>;
  /** Stops PostgreSQL and gives the folder free. Close all pools first. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedOptions {
  /** The folder that holds everything; made if missing. */
  readonly dataDir: string;
  readonly log: Log;
  /** Further PostgreSQL settings, such as `{fsync: 'off'}` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The command that lets root run PostgreSQL; another one in tests. */
  readonly namespace?: readonly string[];
}

/**
 * Starts the embedded PostgreSQL on a data folder and waits until it answers; recovers from a killed
 * predecessor.
 * @throws Error with one sentence for every fault that is to be expected: folder in use, no package for this
 *   machine, root without a way out, program that cannot be started, cluster of another version.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await makeFolder(options.dataDir);
  const lock = await lockFolder(dataDir);
  try {
    const found = await findPostgresPackage();
    const launch = await chooseLaunch(found, dataDir, options.namespace);
    const cluster = await openCluster(dataDir, launch);
    await stopOrphan(cluster.folder, options.log);
    const server = await startServer(cluster.folder, launch, options.settings);
    let stopping = false;
    try {
      await untilReady(server, cluster, options.log);
      const { connectionString, fresh } = await openDatabase(server.door, cluster);
      await lock.publish(connectionString);
      return {
        connectionString,
        pid: server.pid,
        fresh,
        died: new Promise((resolve) => {
          void server.exited.then((reason) => (stopping ? undefined : resolve(reason)));
        }),
        async stop() {
          stopping = true;
          await server.stop();
          await lock.release();
        },
      };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    return await realpath(dataDir);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(`The data folder ${dataDir} cannot be made or entered (${reason}).`, { cause: error });
  }
}

/** Waits until PostgreSQL takes connections; a recovery after a crash may need minutes and is told of. */
async function untilReady(server: RunningServer, cluster: Cluster, log: Log): Promise<void> {
  const began = Date.now();
  let told = began;
  const ended = server.exited.then((reason) => {
    throw new Error(`PostgreSQL ended while starting: ${reason}`);
  });
  // Ends the wait below; on its own it must not be an unhandled rejection.
  ended.catch(() => {});
  for (;;) {
    const answer = await Promise.race([tryConnect(urlOf(server.door, cluster, 'postgres')), ended]);
    if (answer === 'ready') return;
    if (Date.now() - told > 5_000) {
      told = Date.now();
      log.info(`Waiting for PostgreSQL (${Math.round((told - began) / 1000)} s): ${answer}`);
    }
    await sleep(30);
  }
}

async function tryConnect(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 'ready';
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === '28P01') {
      throw new Error('The embedded database refuses its own password: meterhouse.password was changed.', {
        cause: error,
      });
    }
    return message;
  }
}

async function openDatabase(
  door: Door,
  cluster: Cluster,
): Promise<{ connectionString: string; fresh: boolean }> {
  const client = new pg.Client({ connectionString: urlOf(door, cluster, 'postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [USER]);
    if (rowCount === 0) await client.query(`create database ${USER}`);
  } finally {
    await client.end();
  }
  const connectionString = urlOf(door, cluster, USER);
  const own = new pg.Client({ connectionString });
  await own.connect();
  try {
    const { rowCount } = await own.query(
      `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
    );
    return { connectionString, fresh: rowCount === 0 };
  } finally {
    await own.end();
  }
}

function urlOf(door: Door, cluster: Cluster, database: string): string {
  const base = `postgresql://${USER}:${cluster.password}@localhost:${door.port}/${database}`;
  return `${base}?host=${encodeURIComponent(door.host)}`;
}
