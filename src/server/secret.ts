import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret for a link or a cookie: 192 random bits. */
export const newSecret = (): string => randomBytes(24).toString('base64url');

/** What is kept of a long random secret: its sha256. Codes that can be guessed through need more than this. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Keeps secrets that must be read again: sealed by a key that the database does not hold. */
export interface Sealer {
  /** @param about what it belongs to: a sealed text that is put elsewhere does not open */
  seal(plain: string, about: string): Promise<string>;
  /** Null where another key sealed it, or it was changed. */
  open(sealed: string, about: string): Promise<string | null>;
}

const KEY_BYTES = 32;
/** What file systems say that know one name a file. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
const keys = new Map<string, Promise<Buffer>>();

/** Makes a key that has its name only when it lies whole on the disk: a power cut leaves it, or none. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const fresh = randomBytes(KEY_BYTES).toString('base64');
  try {
    await writeFile(draft, fresh, { flag: 'wx', mode: 0o600, flush: true });
    // Two processes may begin at once: unlike a rename, a second name never takes the place of the first one's file.
    await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      if (!NO_LINKS.has(error.code ?? '')) throw error;
      await rename(draft, file);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** The key of a folder: `secret.key` in it, made at the first need, readable by its owner alone. */
function keyIn(dataDir: string): Promise<Buffer> {
  const known = keys.get(dataDir);
  if (known) return known;
  const file = join(dataDir, 'secret.key');
  const read = async (): Promise<Buffer> => {
    await mkdir(dataDir, { recursive: true });
    if (!existsSync(file)) await makeKey(file);
    const key = Buffer.from(await readFile(file, 'utf8'), 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes.`);
    return key;
  };
  const reading = read();
  keys.set(dataDir, reading);
  reading.catch(() => keys.delete(dataDir));
  return reading;
}

/** Seals by AES-256-GCM with the key of the settings, or that of the data folder. */
export function openSealer({
  secretKey,
  dataDir,
}: {
  secretKey: string | undefined;
  dataDir: string;
}): Sealer {
  const keyOf = async (): Promise<Buffer> =>
    secretKey === undefined ? keyIn(dataDir) : Buffer.from(secretKey, 'base64');
  return {
    async seal(plain, about) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', await keyOf(), nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    async open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64');
      const key = await keyOf();
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
          .setAAD(Buffer.from(about))
          .setAuthTag(bytes.subarray(12, 28));
        return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
