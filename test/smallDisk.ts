import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own on a folder, whose room and rights a test decides. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file that leaves so many bytes. */
  fill(left?: number): Promise<void>;
  /** Removes that file. */
  free(): Promise<void>;
  /** Gives it another size, in megabytes. */
  resize(megabytes: number): void;
  /** Nobody may write, root neither; or again. */
  readOnly(on: boolean): void;
  close(): Promise<void>;
}

/** Mounts one of so many megabytes; undefined where only root on Linux may and this is not one. */
export async function smallDisk(megabytes: number, at?: string): Promise<SmallDisk | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = at ?? (await mkdtemp(join(tmpdir(), 'meterhouse-disk-')));
  await mkdir(folder, { recursive: true });
  const mount = (...args: string[]): unknown => execFileSync('mount', [...args, folder], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  } catch {
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(left = 0) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
    },
    free: () => rm(filler, { force: true }),
    resize: (size) => void mount('-o', `remount,size=${size}m`),
    readOnly: (on) => void mount('-o', on ? 'remount,ro' : 'remount,rw'),
    async close() {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
