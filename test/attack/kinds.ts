import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrations } from '#server/database/migrate.ts';
import { readLock } from '#server/postgres/lock.ts';
import { killQuietly } from '#test/running.ts';
import { ask, killBackend, restartPostgres } from './backends.ts';
import { APPLIED, makeOlderFolder, OLDER_READINGS, READINGS_OF_OLDER } from './olderFolder.ts';
import { ROOT, Victim } from './victim.ts';
import type { Work } from './work.ts';

/** What is under attack. */
export interface Target {
  readonly victim: Victim;
  readonly work: Work;
  readonly folder: string;
}

/** An attack; false = what was disturbed did not come to its end. */
export type Attack = (target: Target) => Promise<boolean>;

const pause = (most: number): Promise<void> => sleep(Math.random() * most);

const disturbances: readonly ((victim: Victim) => Promise<unknown>)[] = [
  async (victim) => killQuietly(await victim.serverPid()),
  async (victim) => killQuietly(await victim.postmasterPid()),
  (victim) => killBackend(victim.dataDir),
  async (victim) => {
    await victim.killTree();
    await victim.start();
  },
];

/** Kills something after a moment. */
const disturb = (victim: Victim) => async (): Promise<void> => {
  await pause(800);
  await disturbances[Math.floor(Math.random() * disturbances.length)]?.(victim);
};

/**
 * Runs a tool of the command line on a folder, killed after a moment if `after` is given; what it says of a failure is shown.
 * @returns its exit code
 */
function tool(script: string, argument: string, dataDir: string, after?: number): Promise<number | null> {
  const child = spawn(process.execPath, [script, argument], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer): void => void (said += chunk.toString('utf8'));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  if (after !== undefined) setTimeout(() => child.kill('SIGKILL'), after);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      if (code !== 0 && code !== null) console.log(`${script} ended with code ${code}:\n${said}`);
      resolve(code);
    }),
  );
}

/** Every kind of attack, by name. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  server: async ({ victim }) => killQuietly(await victim.serverPid()),
  tree: async ({ victim }) => {
    await victim.killTree();
    await victim.start();
    return true;
  },
  launcher: async ({ victim }) => {
    await victim.killLauncher();
    await victim.start();
    return true;
  },
  postmaster: async ({ victim }) => killQuietly(await victim.postmasterPid()),
  'pg_ctl restart': async ({ victim }) => {
    await restartPostgres(victim.dataDir);
    return true;
  },
  backend: async ({ victim }) => {
    await killBackend(victim.dataDir);
    return true;
  },
  'backend by kill -9': async ({ victim }) => {
    const rows = await ask<{ pid: number }>(
      victim.dataDir,
      `select pid from pg_stat_activity where application_name like 'meterhouse%' order by random() limit 1`,
    );
    return killQuietly(rows?.[0]?.pid ?? 0);
  },
  import: ({ victim, work }) => work.import(disturb(victim)),
  undo: ({ victim, work }) => work.undo(disturb(victim)),
  recalculation: ({ victim, work }) => work.recalculate(disturb(victim)),
  backup: async ({ victim, folder }) => {
    const target = join(folder, 'backup');
    const running = tool('scripts/backup.ts', target, victim.dataDir);
    // One that meets no product holds the folder until it is done: who starts then is told so, and starts afterwards.
    const met = await disturb(victim)().then(
      () => null,
      (error: unknown) => error,
    );
    const code = await running;
    if (met !== null) {
      if (!victim.output.includes('Another Meterhouse process already works')) throw met;
      await victim.start();
    }
    if (code === 0) return true;
    // What a broken one left behind does not keep the next from its work.
    await rm(target, { recursive: true, force: true });
    return true;
  },
  restore: async ({ victim, folder }) => {
    const target = join(folder, 'whole');
    await rm(target, { recursive: true, force: true });
    if ((await tool('scripts/backup.ts', target, victim.dataDir)) !== 0) return false;
    const other = await mkdtemp(join(tmpdir(), 'meterhouse-restore-'));
    try {
      await tool('scripts/restore.ts', target, other, 1500 + Math.random() * 5000);
      // Whole or not at all: after a whole one the next is refused, as there are rows.
      return (await tool('scripts/restore.ts', target, other)) === 0 || (await holdsRows(other));
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  },
  migration: async () => {
    const other = await mkdtemp(join(tmpdir(), 'meterhouse-migrate-'));
    const fresh = await Victim.on(other);
    try {
      fresh.begin();
      await sleep(2000);
      await pause(5000);
      await fresh.killTree();
      await fresh.start();
      return true;
    } finally {
      await fresh.stop();
      await rm(other, { recursive: true, force: true });
    }
  },
  update: async ({ folder }) => {
    const other = await mkdtemp(join(tmpdir(), 'meterhouse-update-'));
    await cp(await olderFolder(folder), other, { recursive: true, preserveTimestamps: true });
    const product = await Victim.on(other);
    try {
      product.begin();
      // Migrations begin when its database is there.
      while (product.stands && (await readLock(other))?.connectionString === undefined) await sleep(5);
      await pause(UPDATE_MS);
      await product.killTree();
      await product.start();
      return await isUpdated(other);
    } finally {
      await product.stop();
      await rm(other, { recursive: true, force: true });
    }
  },
};

/** What an update of the trial's folder takes, about. */
const UPDATE_MS = 4000;

/** A folder of an older version with rows; made once in a trial. */
async function olderFolder(folder: string): Promise<string> {
  const older = join(folder, 'older');
  if (existsSync(older)) return older;
  const draft = await mkdtemp(join(folder, 'draft-'));
  await makeOlderFolder(draft);
  await rename(draft, older);
  return older;
}

/** Whether the product that runs on a folder has every migration once, and its readings as they were. */
async function isUpdated(dataDir: string): Promise<boolean> {
  const applied = await ask<{ name: string }>(dataDir, APPLIED);
  const readings = await ask<{ text: string }>(dataDir, READINGS_OF_OLDER);
  const files = (await readMigrations()).map(({ name }) => name);
  return applied?.map(({ name }) => name).join() === files.join() && readings?.[0]?.text === OLDER_READINGS;
}

/** Whether the product that starts on a folder has its enterprise. */
async function holdsRows(dataDir: string): Promise<boolean> {
  const product = await Victim.on(dataDir);
  try {
    await product.start();
    const rows = await ask<{ n: number }>(dataDir, 'select count(*)::integer as n from consumer');
    return (rows?.[0]?.n ?? 0) > 0;
  } finally {
    await product.stop();
  }
}
