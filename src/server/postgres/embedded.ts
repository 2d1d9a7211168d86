import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onConnection } from '../database/pool.ts';
import type { Log } from '../database/log.ts';
import { plainFault, prepareFolder } from '../storageFault.ts';
import { openCluster, USER } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { lockFolder } from './lock.ts';
import { stopOrphan } from './orphan.ts';
import { findPostgresPackage } from './package.ts';
import { chooseLaunch } from './privilege.ts';
import { keepServer } from './keep.ts';
import { chooseDoor, startServer } from './server.ts';
import type { Door, RunningServer } from './server.ts';

export interface EmbeddedPostgres {
  /** Connects to database `meterhouse` as its superuser; holds the password. */
  readonly connectionString: string;
  /** Of the running server; another one after it was started again. */
  readonly pid: number;
  /** Whether there is no table yet, or no account: nobody has worked with this database. */
  readonly fresh: boolean;
  /** Resolves with a sentence if PostgreSQL ended without stop() having been called and cannot be started again. */
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
 * predecessor. One that ends unasked is started again at the same address.
 * @throws Error with one sentence for every fault that is to be expected: folder in use, no package for this
 *   machine, root without a way out, program that cannot be started, cluster of another version.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareFolder(options.dataDir);
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    throw plainFault(error, dataDir);
  });
  try {
    const found = await findPostgresPackage();
    const launch = await chooseLaunch(found, dataDir, options.namespace);
    const cluster = await openCluster(dataDir, launch);
    const door = await chooseDoor(cluster.folder);
    const kept = await keepServer(async () => {
      await stopOrphan(cluster.folder, options.log);
      const server = await startServer(cluster.folder, launch, door, options.settings);
      try {
        await untilReady(server, door, cluster, options.log);
      } catch (error) {
        await server.stop();
        throw error;
      }
      return server;
    }, options.log);
    try {
      const { connectionString, fresh } = await openDatabase(door, cluster);
      await lock.publish(connectionString);
      return {
        connectionString,
        get pid() {
          return kept.pid;
        },
        fresh,
        died: kept.died,
        async stop() {
          await kept.stop();
          await lock.release();
        },
      };
    } catch (error) {
      await kept.stop();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw plainFault(error, dataDir);
  }
}

/** Waits until PostgreSQL takes connections; a recovery after a crash may need minutes and is told of. */
async function untilReady(server: RunningServer, door: Door, cluster: Cluster, log: Log): Promise<void> {
  const began = Date.now();
  let reported = began;
  const ended = server.exited.then((reason) => {
    throw new Error(`PostgreSQL ended while starting: ${reason}`);
  });
  // Ends the wait below; on its own it must not be an unhandled rejection.
  ended.catch(() => {});
  for (;;) {
    const answer = await Promise.race([tryConnect(urlOf(door, cluster, 'postgres')), ended]);
    if (answer === 'ready') return;
    if (Date.now() - reported > 5_000) {
      reported = Date.now();
      log.info(`Waiting for PostgreSQL (${Math.round((reported - began) / 1000)} s): ${answer}`);
    }
    await sleep(30);
  }
}

async function tryConnect(connectionString: string): Promise<string> {
  try {
    return await onConnection(connectionString, () => Promise.resolve('ready'));
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
  await onConnection(urlOf(door, cluster, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [USER]);
    if (rowCount === 0) await client.query(`create database ${USER}`);
  });
  const connectionString = urlOf(door, cluster, USER);
  const { rows } = await onConnection(connectionString, (client) =>
    client.query<{ empty: boolean; ours: boolean; accounts: boolean }>(
      `select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as empty,
         to_regclass('public.schema_migration') is not null as ours,
         to_regclass('public.org_employee') is not null as accounts`,
    ),
  );
  const { empty = false, ours = false, accounts = false } = rows[0] ?? {};
  if (empty || !ours || !accounts) return { connectionString, fresh: empty || (ours && !accounts) };
  // A first start that was cut off, by a full disk say, has tables and no account.
  const { rowCount } = await onConnection(connectionString, (client) =>
    client.query('select from public.org_employee limit 1'),
  );
  return { connectionString, fresh: rowCount === 0 };
}

function urlOf(door: Door, cluster: Cluster, database: string): string {
  const base = `postgresql://${USER}:${cluster.password}@localhost:${door.port}/${database}`;
  return `${base}?host=${encodeURIComponent(door.host)}`;
}
