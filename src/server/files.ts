import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentMissing, Fault, tooLarge } from '#contract/error.ts';
import { storageFaultOf, storageSentence } from './storageFault.ts';

/** The largest file that an upload takes, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What is being written or is not kept yet; it gets its name when it is whole, lies on the disk and is kept. */
const DRAFT = 'draft-';

/** Content on the disk, by its hash. */
export interface StoredFile {
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** Where it lies now: of a draft until it is kept. */
  readonly path: string;
}

/** Files by the hash of their content, under one folder; the same content is kept once. */
export interface FileStore {
  /** Stores the content. @throws Fault 413 beyond MAX_FILE_BYTES, 503 where the disk refuses; nothing is kept then. */
  put(content: Readable | Buffer): Promise<StoredFile>;
  /** Writes the content as a draft, to be kept or dropped. @throws as `put` */
  draft(content: Readable): Promise<StoredFile>;
  /** Keeps drafts under their hashes; what is kept or dropped already stays so. @throws Fault 503 */
  keep(drafts: readonly StoredFile[]): Promise<void>;
  /** Removes those of the drafts that were not kept; the same content that somebody else keeps stays. */
  drop(drafts: readonly StoredFile[]): Promise<void>;
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
  /** Paths of drafts that were neither kept nor dropped. */
  const undecided = new Set<string>();
  const draft = async (content: Readable): Promise<StoredFile> => {
    const written = await writeDraft(folder, content);
    undecided.add(written.path);
    return written;
  };
  const keep = async (drafts: readonly StoredFile[]): Promise<void> => {
    for (const { sha256, path } of drafts.filter((one) => undecided.has(one.path))) {
      try {
        await mkdir(dirname(pathOf(sha256)), { recursive: true });
        await rename(path, pathOf(sha256));
      } catch (error) {
        throw sentenceOf(error);
      }
      undecided.delete(path);
    }
  };
  const drop = async (drafts: readonly StoredFile[]): Promise<void> => {
    // What cannot be removed now is cleared as an old draft.
    for (const { path } of drafts)
      if (undecided.delete(path)) await rm(path, { force: true }).catch(() => {});
  };
  return {
    pathOf,
    draft,
    keep,
    drop,
    async put(content) {
      const written = await draft(Buffer.isBuffer(content) ? Readable.from([content]) : content);
      try {
        await keep([written]);
      } finally {
        await drop([written]);
      }
      return { ...written, path: pathOf(written.sha256) };
    },
    open(sha256) {
      const path = pathOf(sha256);
      if (!existsSync(path)) throw contentMissing();
      return createReadStream(path);
    },
    clearDrafts: (olderThanMs) => clearDrafts(folder, olderThanMs),
  };
}

/** Writes content down under a name of its own. @throws Fault 413, 503; nothing stays then */
async function writeDraft(folder: string, content: Readable): Promise<StoredFile> {
  const path = join(folder, `${DRAFT}${randomUUID()}`);
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
    await pipeline(content, meter, createWriteStream(path, { mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw sentenceOf(error);
  }
  return { sha256: hash.digest('hex'), size, path };
}

async function clearDrafts(folder: string, olderThanMs: number): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let cleared = 0;
  for (const name of names.filter((one) => one.startsWith(DRAFT))) {
    const { mtimeMs } = (await stat(join(folder, name)).catch(() => null)) ?? { mtimeMs: Infinity };
    if (mtimeMs > Date.now() - olderThanMs) continue;
    await rm(join(folder, name), { force: true });
    cleared++;
  }
  return cleared;
}

/** What a person is told where the disk refuses; another error as it is. */
function sentenceOf(error: unknown): unknown {
  const fault = error instanceof Fault ? undefined : storageFaultOf(error);
  return fault === undefined ? error : storageSentence(fault);
}
