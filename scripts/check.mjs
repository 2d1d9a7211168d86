// `npm run check`: everything that can be said about the code without running it.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, modernNode, run, say, seconds } from './install.mjs';

const MOST_LINES = 400;
const CODE = ['src', 'scripts', 'test', 'e2e', 'simulator', 'bench'];

/** Two rows side by side: the types and the rules of the linter use every core a part of the time, prettier one. */
const CHECKS = {
  types: () => tool('typescript/bin/tsc', ['-b']),
  lint: () =>
    tool('oxlint/bin/oxlint', [
      '--type-aware',
      '--deny-warnings',
      ...CODE.filter((name) => existsSync(join(ROOT, name))),
    ]),
  generated,
  dependencies: () => run(modernNode(), ['scripts/audit/run.ts'], {}, 'checking'),
};
const BESIDE = {
  // What is exported is imported by somebody, and no file lies about.
  exports: () => tool('knip/bin/knip.js', ['--no-progress', '--include', 'files,exports,types']),
  format: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  size,
};

/**
 * Runs all checks, shows the output of those that fail.
 * @returns {Promise<{passed: number, failed: number, names: string[]}>} with the names of the checks that failed
 */
export async function check() {
  const count = { passed: 0, failed: 0, names: /** @type {string[]} */ ([]) };
  const inOrder = async (
    /** @type {Record<string, () => Promise<{code: number, output: string}>>} */ checks,
  ) => {
    for (const [name, one] of Object.entries(checks)) {
      const began = Date.now();
      const { code, output } = await one();
      count[code === 0 ? 'passed' : 'failed'] += 1;
      say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)} s)`);
      if (code === 0) continue;
      count.names.push(name);
      process.stdout.write(`${output.trim()}\n`);
    }
  };
  await Promise.all([inOrder(CHECKS), inOrder(BESIDE)]);
  return count;
}

/** @param {string} file @param {string[]} args */
function tool(file, args) {
  return run(modernNode(), [join(ROOT, 'node_modules', file), ...args], {}, 'checking');
}

/** What is derived is committed: writing it again must change nothing. */
async function generated() {
  if (!existsSync(join(ROOT, 'scripts/generate.ts'))) return { code: 0, output: '' };
  const before = contents('generated');
  const { code, output } = await run(modernNode(), ['scripts/generate.ts'], {}, 'generating');
  if (code !== 0) return { code, output };
  const after = contents('generated');
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const names = changed.join(', ');
  return changed.length === 0
    ? { code: 0, output: '' }
    : { code: 1, output: `${names} did not fit the code and has been written anew: read and commit it.` };
}

/** @param {string} folder @returns {Map<string, string>} */
function contents(folder) {
  return new Map(filesOf(folder).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** A file that no longer fits on a few screens hides a second thing. */
async function size() {
  const long = CODE.flatMap(filesOf)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES);
  const output = long.map(
    ({ path, lines }) => `${path} has ${lines} lines, ${MOST_LINES} are the most: split it.`,
  );
  return { code: long.length === 0 ? 0 : 1, output: output.join('\n') };
}

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder))
    .sort()
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? filesOf(path) : [path]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
