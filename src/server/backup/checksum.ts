import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

// The form of sha256sum, so that a person can check a backup without this product.
const SUMS_FILE = 'SHA256SUMS';

/** Writes the checksum of every file below the folder. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const path of await filesBelow(folder)) {
    if (path !== SUMS_FILE) lines.push(`${await sha256(join(folder, path))}  ${path}\n`);
  }
  await writeFile(join(folder, SUMS_FILE), lines.join(''));
}

/** @throws Error with a sentence when a file is missing, changed, of unknown origin, or a link to elsewhere. */
export async function verifyChecksums(folder: string): Promise<void> {
  await refuseLinks(folder);
  const text = await readFile(join(folder, SUMS_FILE), 'utf8').catch(() => '');
  const sums = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  if (sums.size === 0) throw new Error(`There is no backup in ${folder}: ${SUMS_FILE} is missing.`);
  const found = await filesBelow(folder);
  const missing = [...sums.keys()].find((path) => !found.includes(path));
  if (missing !== undefined) throw new Error(`The backup is not complete: ${missing} is missing.`);
  for (const path of found) {
    if (path === SUMS_FILE) continue;
    if (sums.get(path) !== (await sha256(join(folder, path)))) {
      throw new Error(`The backup is damaged: ${path} does not have its checksum.`);
    }
  }
}

/** Paths of all files below a folder, with forward slashes, sorted; none if there is no folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** What is read by its name is a file of the backup itself, and never one of this machine that a link names. */
async function refuseLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (odd)
    throw new Error(
      `The backup holds ${relative(folder, join(odd.parentPath, odd.name))}, which is neither file nor folder.`,
    );
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
