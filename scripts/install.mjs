// Runs on Node 20 and without any package: it is what installs them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/meterhouse');

/** One line to the person, in the launcher's own voice. @param {string} text */
export function say(text) {
  process.stdout.write(`meterhouse: ${text}\n`);
}

/** Ends the process with a sentence. @param {string} text @param {number} code @returns {never} */
export function fail(text, code = 1) {
  process.stderr.write(`meterhouse: ${text}\n`);
  process.exit(code);
}

/** @param {string} name */
export function readStamp(name) {
  return existsSync(join(CACHE, name)) ? readFileSync(join(CACHE, name), 'utf8') : '';
}

/** @param {string} name @param {string} value */
export function writeStamp(name, value) {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, name), value);
}

/**
 * Installs the locked packages unless exactly these are there. `npm ci` empties node_modules first, so a
 * half-finished install has no stamp and is done again.
 */
export async function ensureInstalled() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'));
  const stamp = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex');
  if (readStamp('install') === stamp) return;
  if (!installedByHand(JSON.parse(lock.toString('utf8')))) {
    say('installing packages (once, about a minute) …');
    const began = Date.now();
    // Install scripts are not needed: the one package that has some is repaired when it is used.
    const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    const { code, output } = await run(
      'npm',
      [...args, '--loglevel=error'],
      { env: systemNodeEnvironment() },
      'installing',
    );
    if (code !== 0) fail(`the packages could not be installed:\n${output.trim()}`);
    say(`packages installed in ${seconds(began)} s`);
  }
  writeStamp('install', stamp);
}

/**
 * Whether node_modules holds what the lock file names: npm writes its own list there when it has finished.
 * @param {{packages: Record<string, any>}} lock
 */
function installedByHand(lock) {
  const file = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(file)) return false;
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = packages[path];
    if (path === '') return true;
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity;
    return Boolean(wanted.optional || wanted.devOptional) && !isForThisMachine(wanted);
  });
}

/** @param {{os?: string[], cpu?: string[], libc?: string[], peer?: boolean}} wanted */
function isForThisMachine({ os, cpu, libc, peer }) {
  if (libc || peer || !os || !cpu) return false;
  return os.includes(process.platform) && cpu.includes(process.arch);
}

/** npm must not run on the Node inside the folder that it empties. */
function systemNodeEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** The Node 24 that the packages bring, or this one if it is as new. */
export function modernNode() {
  const own = join(
    ROOT,
    `node_modules/node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  );
  for (const file of [join(own, 'bin/node'), join(own, 'bin/node.exe')]) if (existsSync(file)) return file;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `Node 24 or newer is needed; this is ${process.version}, and there is no packaged one for ` +
      `${process.platform}-${process.arch}. Install Node 24 from nodejs.org.`,
  );
}

/**
 * The environment in which `node` is the modern one, and keeps what it has compiled: a second start loads its thousands
 * of files in two thirds of the time.
 * @param {Record<string, string>} extra
 */
export function modernEnvironment(extra = {}) {
  const bin = join(ROOT, 'node_modules/.bin');
  return {
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    ...process.env,
    PATH: [dirname(modernNode()), bin, process.env.PATH].join(delimiter),
    ...extra,
  };
}

/**
 * Runs a program in the project's folder; says every ten seconds that it is still at it.
 * @param {string} file @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {string} [doing] what it does; without it the program's output is shown as it comes
 * @returns {Promise<{code: number, output: string}>}
 */
export function run(file, args, options = {}, doing) {
  const began = Date.now();
  return new Promise((resolve) => {
    const stdio = doing === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const shell = process.platform === 'win32' && file === 'npm';
    const child = spawn(file, args, { cwd: ROOT, env: modernOrOwn(), stdio, shell, ...options });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => void (output += chunk.toString('utf8'));
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer = setInterval(() => {
      if (doing !== undefined) say(`… still ${doing} (${seconds(began)} s)`);
    }, 10_000);
    const end = (/** @type {number} */ code) => {
      clearInterval(timer);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += `${file} could not be started: ${error.message}`;
      if (doing === undefined) process.stderr.write(`${output}\n`);
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

function modernOrOwn() {
  return existsSync(join(ROOT, 'node_modules')) ? modernEnvironment() : process.env;
}

/** @param {number} began */
export function seconds(began) {
  return Math.round((Date.now() - began) / 1000);
}
