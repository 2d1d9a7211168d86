import pg from 'pg';
import { readLock } from '#server/postgres/lock.ts';
import { runCommand } from '#server/postgres/command.ts';
import { findPostgresPackage, program } from '#server/postgres/package.ts';
import { chooseLaunch } from '#server/postgres/privilege.ts';
import { join } from 'node:path';

/** Runs one statement on the database of the product that works on a folder; undefined when it does not answer. */
export async function ask<T extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<T[] | undefined> {
  const client = new pg.Client({ connectionString: (await readLock(dataDir))?.connectionString ?? '' });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What a connection of the product is for: the pool it belongs to, and whether it listens. */
const KIND = `application_name || case when query ilike 'listen%' then ', listening' else '' end`;
const OTHERS = `from pg_stat_activity where pid <> pg_backend_pid() and application_name like 'meterhouse%'`;

/** The kinds of connections that there are now. */
export async function kindsOfBackends(dataDir: string): Promise<string[]> {
  const rows = await ask<{ kind: string }>(dataDir, `select distinct ${KIND} as kind ${OTHERS} order by 1`);
  return (rows ?? []).map(({ kind }) => kind);
}

/** Ends a connection of the product, of a kind or any. @returns how many */
export async function killBackend(dataDir: string, kind?: string): Promise<number> {
  const rows = await ask(
    dataDir,
    `select pg_terminate_backend(pid) ${OTHERS} ${kind === undefined ? '' : `and ${KIND} = $1`}
     order by state = 'idle', random() limit 1`,
    kind === undefined ? [] : [kind],
  );
  return rows?.length ?? 0;
}

/** `pg_ctl -m immediate restart` on the cluster of a folder, as somebody would type it. @returns what it said */
export async function restartPostgres(dataDir: string): Promise<string> {
  const found = await findPostgresPackage();
  const launch = await chooseLaunch(found, dataDir);
  const args = ['-D', join(dataDir, 'postgres'), '-m', 'immediate', '-l', join(dataDir, 'postgres.log')];
  const { output } = await runCommand(
    program(launch.native, 'pg_ctl'),
    ['restart', '-t', '10', ...args],
    launch,
  );
  return output;
}
