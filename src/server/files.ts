import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from '#contract/error.ts';

/** The largest file that an upload takes, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Files by the hash of their content, under one folder; the same content is kept once. */
export interface FileStore {
  /** Stores the content. @throws Fault 413 beyond MAX_FILE_BYTES; nothing is kept then. */
  put(content: Readable | Buffer): Promise<{ sha256: string; size: number; path: string }>;
  /** Where the content of a hash lies. */
  pathOf(sha256: string): string;
  /** Opens the content of a hash. */
  open(sha256: string): Readable;
}

/** Opens the file store under a folder. */
export function openFileStore(folder: string): FileStore {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256');
    return join(folder, sha256.slice(0, 2), sha256);
  };
  return {
    pathOf,
    open: (sha256) => createReadStream(pathOf(sha256)),
    async put(content) {
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `draft-${randomUUID()}`);
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
        const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
        await pipeline(source, meter, createWriteStream(draft, { mode: 0o600 }));
        const sha256 = hash.digest('hex');
        const path = pathOf(sha256);
        await mkdir(join(path, '..'), { recursive: true });
        await rename(draft, path);
        return { sha256, size, path };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}
