import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './package.ts';
import type { PostgresPackage } from './package.ts';
import { runCommand } from './command.ts';

/** How PostgreSQL's programs are started on this machine. */
export interface Launch {
  /** Words put before the program. */
  readonly prefix: readonly string[];
  /** The user it is dropped to; its folders must be given to that user. */
  readonly uid?: number;
  readonly gid?: number;
  /** Folder with bin, lib and share that the program's user can read. */
  readonly native: string;
}

// Seen from inside, the process is user 1000; every file it makes stays root's.
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'] as const;

/**
 * PostgreSQL refuses to run as root. As an ordinary user it is started plainly; as root in a user
 * namespace, or, where the system forbids these, as `postgres` or `nobody`. No user is ever created.
 * @param dataDir the folder the cluster stands in, or will stand in.
 * @param namespace the command that makes the namespace; another one in tests.
 * @param cache where a readable copy of the programs is kept.
 * @throws Error with a sentence when none of these is possible.
 */
export async function chooseLaunch(
  found: PostgresPackage,
  dataDir: string,
  namespace: readonly string[] = NAMESPACE,
  cache = '/var/cache/meterhouse',
): Promise<Launch> {
  const plain = { prefix: [], native: found.native };
  if (process.getuid?.() !== 0) return plain;

  const owner = await stat(join(dataDir, 'postgres')).catch(() => null);
  if (owner === null || owner.uid === 0) {
    const trial = await runCommand('true', [], { prefix: namespace }).catch(() => null);
    if (trial?.code === 0) return { ...plain, prefix: namespace };
  }
  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : await unprivilegedUser();
  if (!user || owner?.uid === 0) throw new Error(refusal(dataDir));
  if (!(await mayEnter(dataDir, user))) throw new Error(refusal(dataDir));
  return { prefix: [], ...user, native: await readableNative(found, user, cache) };
}

function refusal(dataDir: string): string {
  return (
    `PostgreSQL does not run as root, this system allows no user namespace, and no other user can work in ${dataDir}. ` +
    'Start Meterhouse as an ordinary user, choose a DATA_DIR that everybody may enter, or set DATABASE_URL.'
  );
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const line = lines.find((fields) => fields[0] === name);
    if (line) return { uid: Number(line[2]), gid: Number(line[3]) };
  }
  return null;
}

async function mayEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  const { code } = await runCommand('/bin/sh', ['-c', 'cd "$0"', folder], { prefix: [], ...user });
  return code === 0;
}

/** The package's own folder, or, where that user cannot read it (a project under /root), a copy. */
async function readableNative(
  found: PostgresPackage,
  user: { uid: number; gid: number },
  cache: string,
): Promise<string> {
  const trial = await runCommand(program(found.native, 'postgres'), ['--version'], {
    prefix: [],
    ...user,
  }).catch(() => null);
  if (trial?.code === 0) return found.native;

  const copy = join(cache, `postgres-${found.version}`);
  if (await stat(copy).catch(() => null)) return copy;
  const parent = await mkdir(cache, { recursive: true, mode: 0o755 })
    .then(() => cache)
    .catch(() => mkdtemp(join(tmpdir(), 'meterhouse-')));
  await chmod(parent, 0o755);
  const half = await mkdtemp(join(parent, 'copy-'));
  await cp(found.native, half, { recursive: true, verbatimSymlinks: true });
  await runCommand('chmod', ['-R', 'a+rX', half]);
  if (parent !== cache) return half;
  // Another start may have finished the same copy meanwhile.
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
  return copy;
}
