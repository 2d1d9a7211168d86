import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { migrate } from '#server/database/migrate.ts';
import { openJobs } from '#server/jobs.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { seed } from '#server/seed/seed.ts';
import { cheapHash } from './cheapHash.ts';
import { OPERATOR_PASSWORD, testConfig } from './config.ts';
import { command, databaseUrl, dropDatabase } from './connection.ts';
import { startOlderPostgres } from './olderPostgres.ts';
import { folderOfRun, sweep } from './sweep.ts';

const PREFIX = 'meterhouse-test-';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where this run's PostgreSQL is and what its databases are called; see `createTestDatabase`. */
    postgres: { url: string; prefix: string; fault: string };
  }
}

/**
 * One PostgreSQL for the whole run (embedded without fsync, the one in folder TEST_POSTGRES, or TEST_DATABASE_URL) with a migrated template
 * database and one that a first start has filled, from which every test file clones its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  let fault = '';
  try {
    await command(server.url, `create database ${template}`);
    await inDatabase(databaseUrl(server.url, template), ({ pool }) => migrate(pool, { log: silent }));
    await command(server.url, `create database ${prefix}product template ${template}`);
    await inDatabase(databaseUrl(server.url, `${prefix}product`), async ({ db, pool }) => {
      await seed(db, testConfig(tmpdir()), false);
      await sql`update employee_secret set password_hash = ${cheapHash(OPERATOR_PASSWORD)}
        where employee_id = (select id from org_employee where user_name = 'operator')`.execute(db);
      await (await openJobs(pool, { worker: false, log: silent })).close();
    });
  } catch (error) {
    // Reported by createTestDatabase, so that tests without a database still run.
    fault = error instanceof Error ? error.message : String(error);
  }
  project.provide('postgres', { url: server.url, prefix, fault });
  return async () => {
    await dropAll(server.url, prefix);
    await server.stop();
  };
}

/** Works in a database and leaves it without connections, so that it can be cloned. */
async function inDatabase(url: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openDatabase(url, { log: silent, max: 2 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

async function openServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  await sweep(PREFIX);
  const dataDir = await mkdtemp(join(await folderOfRun(), PREFIX));
  const older = process.env.TEST_POSTGRES;
  const server = older ? await startOlderPostgres(older, dataDir) : await startOwn(dataDir);
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

async function startOwn(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '300',
  };
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: silent, settings });
  return { url: connectionString, stop };
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await dropDatabase(url, datname);
  } finally {
    await client.end();
  }
}
