import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runCommand } from './command.ts';
import { program } from './package.ts';
import type { Launch } from './privilege.ts';

/** Superuser and database of the embedded cluster. */
export const USER = 'meterhouse';
const PASSWORD_FILE = 'meterhouse.password';
const SETTINGS_FILE = 'meterhouse.conf';
const MAJOR = '18';

export interface Cluster {
  /** The PostgreSQL data directory. */
  readonly folder: string;
  readonly password: string;
}

/**
 * Opens the cluster in the data folder, or makes it (UTF-8, byte order of text). A cluster whose making was cut
 * off is made again.
 * @throws Error with a sentence when initdb fails or the cluster is of another major version.
 */
export async function openCluster(dataDir: string, launch: Launch): Promise<Cluster> {
  const folder = join(dataDir, 'postgres');
  if (!(await stat(folder).catch(() => null))) await makeCluster(folder, launch);

  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${version}, this version of Meterhouse brings ${MAJOR}. ` +
        'Make a backup with the version it was made by, and restore it into an empty DATA_DIR.',
    );
  }
  await writeFile(join(folder, SETTINGS_FILE), settingsText());
  await silenceDefaults(join(folder, 'postgresql.conf'));
  return { folder, password: await readFile(join(folder, PASSWORD_FILE), 'utf8') };
}

async function makeCluster(folder: string, launch: Launch): Promise<void> {
  await removeHalves(folder);
  // Another name each time: what a killed start left behind may still be at work in its own.
  const half = `${folder}${HALF}-${randomUUID()}`;
  const passwordFile = `${half}.password`;
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await giveTo(launch, passwordFile);

  const args = [`--pgdata=${half}`, `--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  const initdb = program(launch.native, 'initdb');
  let result = { code: 1, output: '' };
  // Some systems have no C.UTF-8 of their own; PostgreSQL's built-in one rules either way.
  for (const locale of ['C.UTF-8', 'C']) {
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
    await giveTo(launch, half);
    result = await runCommand(initdb, [...args, `--locale=${locale}`], launch);
    if (result.code === 0) break;
  }
  if (result.code !== 0) {
    await rm(half, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
    throw new Error(`A new database could not be made in ${folder}: ${faultLine(result.output)}`);
  }
  const config = join(half, 'postgresql.conf');
  // Before everything else in the file: what a person sets there afterwards wins.
  await writeFile(config, `include_if_exists = '${SETTINGS_FILE}'\n${await readFile(config, 'utf8')}`);
  await rename(passwordFile, join(half, PASSWORD_FILE));
  await chmod(join(half, PASSWORD_FILE), 0o600);
  await rename(half, folder);
}

const HALF = '.new';

/** Removes what starts left that were cut off, as far as nobody still writes there. */
async function removeHalves(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent))
    if (name.startsWith(basename(folder) + HALF))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

// Lines that initdb itself writes after ours, which would win over them.
const INITDB_DEFAULT = /^(?:shared_buffers = 128MB|max_wal_size = 1GB|min_wal_size = 80MB)(?=\s|$)/gm;

/** Takes initdb's own sizes out of effect; a size that a person chose differs and stays. */
async function silenceDefaults(config: string): Promise<void> {
  const text = await readFile(config, 'utf8');
  const silent = text.replace(INITDB_DEFAULT, '#$&');
  if (silent !== text) await writeFile(config, silent);
}

async function giveTo(launch: Launch, path: string): Promise<void> {
  if (launch.uid !== undefined && launch.gid !== undefined) await chown(path, launch.uid, launch.gid);
}

/** Settings for a small machine that stores readings all day and answers from a few hot tables. */
function settingsText(): string {
  const cacheMb = Math.max(256, Math.round(totalmem() / 2 ** 21));
  return `# Written by Meterhouse at every start; your own settings belong into postgresql.conf.
shared_buffers = 256MB
effective_cache_size = ${cacheMb}MB
work_mem = 32MB
maintenance_work_mem = 256MB
max_connections = 100
max_locks_per_transaction = 256
synchronous_commit = on
wal_compression = on
max_wal_size = 2GB
min_wal_size = 256MB
checkpoint_timeout = 15min
# A table that was empty is planned for as empty until it is analysed.
autovacuum_naptime = 10s
random_page_cost = 1.1
max_parallel_workers_per_gather = 1
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] '
log_min_messages = warning
`;
}

/** initdb ends by telling what it removed; what went wrong stands before. */
const faultLine = (output: string): string =>
  output
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error:/.test(line))
    ?.trim() ?? lastLine(output);

/** The last thing a program said, for the end of a sentence. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? '';
}
