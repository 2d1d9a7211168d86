import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXTS = new Set(['.js', '.css', '.json', '.svg']);
/** Smaller ones fit one packet as they are, bytes. */
const LEAST = 1024;
/** Near the smallest there is, at a tenth of its time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Puts every text of a folder beside it as `.br` and `.gz`, for the web server to send as it is: Brotli to browsers over HTTPS
 * or on this machine, gzip to all others.
 */
export async function packFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
  await Promise.all(
    texts.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const text = await readFile(path);
      if (text.length < LEAST) return;
      await writeFile(`${path}.br`, await brotli(text, QUALITY));
      await writeFile(`${path}.gz`, await zip(text, { level: 9 }));
    }),
  );
}
