import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readMigrations } from '#server/database/migrate.ts';
import { readLock } from '#server/postgres/lock.ts';
import {
  APPLIED,
  describeDatabase,
  makeOlderFolder,
  OLDER_READINGS,
  onFolder,
  READINGS_OF_OLDER,
} from '#test/attack/olderFolder.ts';
import { type RunningProduct, runningProduct } from '#test/running.ts';

/** Migrations between two kills. */
const STEP = 20;
/** Calls alone: what works in the background would change rows meanwhile. */
const CALLS_ALONE = { ROLES: 'api' };

it('killed again and again in an update of a folder with rows: each file counts once, and what comes of it is what an update makes that nobody disturbs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-update-'));
  const [plain, killed] = [join(folder, 'plain'), join(folder, 'killed')];
  try {
    await makeOlderFolder(plain);
    await cp(plain, killed, { recursive: true, preserveTimestamps: true });
    const undisturbed = await runningProduct(plain, CALLS_ALONE);
    await undisturbed.start();
    await undisturbed.stop();

    const product = await runningProduct(killed, CALLS_ALONE);
    const files = (await readMigrations()).map(({ name }) => name);
    const kills: number[] = [];
    for (let applied = 0; ; kills.push(applied)) {
      const before = applied;
      applied = await killedInAFile(product, killed, before === 0 ? 0 : before + STEP);
      if (applied < 0) break;
      expect(applied, 'what was applied stays').toBeGreaterThanOrEqual(before);
    }
    expect(kills.length).toBeGreaterThanOrEqual(3);
    expect(kills.every((n) => n < files.length)).toBe(true);
    // It is ready: the last round was disturbed by nothing.
    await product.stop();

    const [wanted, found] = [await lookAt(plain), await lookAt(killed)];
    expect(found.applied).toEqual(files);
    expect(found.readings).toBe(OLDER_READINGS);
    expect(wanted.readings).toBe(OLDER_READINGS);
    expect(found.lines).toEqual(wanted.lines);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 1_800_000);

/**
 * Starts the product and, as soon as so many migrations are applied, holds the next one where its statements are done and
 * its record is not, and kills everything there.
 * @returns how many were applied then; -1 = it was ready before
 */
async function killedInAFile(product: RunningProduct, dataDir: string, goal: number): Promise<number> {
  let ready = false;
  const start = product.start().then(
    () => (ready = true),
    () => false,
  );
  const client = await connected(dataDir, () => ready);
  if (!client) return -1;
  try {
    const applied = async (): Promise<number> =>
      (await client.query<{ n: number }>('select count(*)::integer as n from schema_migration')).rows[0]?.n ??
      0;
    while ((await applied()) < goal && !ready) await sleep(1);
    await client.query('begin');
    await client.query('lock table schema_migration in share mode');
    const waits = async (): Promise<boolean> => {
      const { rows } = await client.query(
        `select from pg_locks where relation = 'schema_migration'::regclass and not granted`,
      );
      return rows.length > 0;
    };
    // Whoever is past the last one waits for nothing.
    for (let i = 0; !(await waits()); i++) {
      if (i < 100) {
        await sleep(20);
        continue;
      }
      await client.query('rollback');
      await start;
      return -1;
    }
    const n = await applied();
    await product.kill();
    await start;
    return n;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection to the database that the product starts, as soon as it can be had; undefined = it is ready already. */
async function connected(dataDir: string, isReady: () => boolean): Promise<pg.Client | undefined> {
  for (;;) {
    const connectionString = (await readLock(dataDir))?.connectionString;
    if (connectionString !== undefined) {
      const client = new pg.Client({ connectionString });
      client.on('error', () => {});
      await client.connect();
      return client;
    }
    if (isReady()) return undefined;
    await sleep(1);
  }
}

interface Look {
  readonly applied: readonly string[];
  readonly readings: string;
  readonly lines: readonly string[];
}

const lookAt = (dataDir: string): Promise<Look> =>
  onFolder(dataDir, async (pool) => ({
    applied: (await pool.query<{ name: string }>(APPLIED)).rows.map(({ name }) => name),
    readings: (await pool.query<{ text: string }>(READINGS_OF_OLDER)).rows[0]?.text ?? '',
    lines: await describeDatabase(pool),
  }));
