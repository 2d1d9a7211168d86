// Builds the web when its sources changed. Plain JavaScript without packages, for Node 20.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, fail, modernNode, readStamp, run, say, seconds, writeStamp } from './install.mjs';

const SOURCES = [
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'scripts/chunks.ts',
  'scripts/packFiles.ts',
  'scripts/phrases.ts',
  'scripts/audit',
  'public',
  'src/contract',
  'src/domain',
  'src/field',
  'src/language',
  'src/menu',
  'src/resource',
  'src/feature',
  'src/web',
];

/** Runs vite unless `dist` was built from these very sources. */
export async function buildWeb() {
  const stamp = sourceStamp();
  if (readStamp('web') === stamp && ['dist/index.html', 'sbom.cdx.json'].every(isThere)) return;
  say('building the web pages …');
  const began = Date.now();
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(modernNode(), [vite, 'build', '--logLevel', 'warn'], {}, 'building');
  if (code !== 0) fail(`the web pages could not be built:\n${output.trim()}`);
  writeStamp('web', stamp);
  say(`web pages built in ${seconds(began)} s`);
}

const isThere = (/** @type {string} */ path) => existsSync(join(ROOT, path));

function sourceStamp() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addTo(hash, path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) {
      if (name !== 'server' && name !== 'server.ts') addTo(hash, `${path}/${name}`);
    }
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
  }
}
