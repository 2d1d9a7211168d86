import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentMissing, Fault, tooLarge } from '#contract/error.ts';
import { storageFaultOf, storageSentence } from './storageFault.ts';

/** The largest file that an upload takes, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What is being written; it gets its name when it is whole and lies on the disk. */
export const DRAFT = 'draft-';

/** Files by the hash of their content, under one folder; the same content is kept once. */
export interface FileStore {
  /** Stores the content. @throws Fault 413 beyond MAX_FILE_BYTES, 503 where the disk refuses; nothing is kept then. */
  put(content: Readable | Buffer): Promise<{ sha256: string; size: number; path: string }>;
  /** Where the content of a hash lies. */
  pathOf(sha256: string): string;
  /** Opens the content of a hash. @throws Fault 404 where it is gone */
  open(sha256: string): Readable;
  /** Removes what uploads left that were cut off: drafts that nobody wrote to for so long. @returns how many */
  clearDrafts(olderThanMs: number): Promise<number>;
}

/** Opens the file store under a folder. */
export function openFileStore(folder: string): FileStore {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256');
    return join(folder, sha256.slice(0, 2), sha256);
  };
  return {
    pathOf,
    open(sha256) {
      const path = pathOf(sha256);
      if (!existsSync(path)) throw contentMissing();
      return createReadStream(path);
    },
    async clearDrafts(olderThanMs) {
      const names = await readdir(folder).catch(() => []);
      let cleared = 0;
      for (const name of names.filter((one) => one.startsWith(DRAFT))) {
        const { mtimeMs } = (await stat(join(folder, name)).catch(() => null)) ?? { mtimeMs: Infinity };
        if (mtimeMs > Date.now() - olderThanMs) continue;
        await rm(join(folder, name), { force: true });
        cleared++;
      }
      return cleared;
    },
    async put(content) {
      const draft = join(folder, `${DRAFT}${randomUUID()}`);
      const hash = createHash('sha256');
      let size = 0;
      const meter = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          size += chunk.length;
          hash.update(chunk);
          if (size > MAX_FILE_BYTES) done(tooLarge(MAX_FILE_BYTES / 1024 / 1024));
          else done(null, chunk);
        },
      });
      try {
        await mkdir(folder, { recursive: true });
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        await pipeline(source, meter, createWriteStream(draft, { mode: 0o600, flush: true }));
        const sha256 = hash.digest('hex');
        const path = pathOf(sha256);
        await mkdir(join(path, '..'), { recursive: true });
        await rename(draft, path);
        return { sha256, size, path };
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        const fault = error instanceof Fault ? undefined : storageFaultOf(error);
        throw fault === undefined ? error : storageSentence(fault);
      }
    },
  };
}
