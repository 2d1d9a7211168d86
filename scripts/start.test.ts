import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

// Stands for the server: notes each signal, needs a moment to stop.
const SERVER = `
import { appendFileSync } from 'node:fs';
const note = (text: string) => appendFileSync('notes', text + ' ');
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
  note(name);
  setTimeout(() => { note('stopped'); process.exit(0); }, 1500);
});
note('ready');
if (process.connected) process.send?.('ready');
setInterval(() => {}, 1000);
`;

// Stands for npm: notes how it was called, leaves what an install leaves.
const NPM = `#!/bin/sh
echo "$*" >> npm-calls
mkdir -p node_modules && ln -sfn '${join(PROJECT, 'node_modules', NODE_PACKAGE)}' node_modules/${NODE_PACKAGE}
mkdir -p node_modules/vite/bin && cp vite.js node_modules/vite/bin/vite.js
`;

// Stands for vite.
const VITE = `
const fs = require('node:fs');
fs.appendFileSync('builds', 'built ');
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/index.html', '');
fs.writeFileSync('sbom.cdx.json', '{}');
`;

let folder: string;
let started: ChildProcess[];
/** What launchers told the person. */
let said: string;
beforeEach(async () => {
  started = [];
  said = '';
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-start-'));
  await mkdir(join(folder, 'scripts'));
  for (const name of await readdir(join(PROJECT, 'scripts'))) {
    if (name.endsWith('.mjs'))
      await cp(join(PROJECT, 'scripts', name), join(folder, 'scripts', basename(name)));
  }
  for (const path of ['src/server', 'src/web', 'bin']) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'src/server/main.ts'), SERVER);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(
    join(folder, 'package-lock.json'),
    '{"packages": {"": {}, "node_modules/a": {"version": "1.0.0"}}}',
  );
  await writeFile(join(folder, 'vite.js'), VITE);
  await writeFile(join(folder, 'bin/npm'), NPM, { mode: 0o755 });
});
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await sleep(100);
  await rm(folder, { recursive: true });
});

function start(): ChildProcess {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  started.push(child);
  return child;
}

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '');

async function until(name: string, text: string): Promise<void> {
  for (let i = 0; i < 200 && !(await read(name)).includes(text); i++) await sleep(50);
  expect(await read(name)).toContain(text);
}

test('installs once, builds once, and again when the lock file or a web source changes', async () => {
  const run = async (): Promise<void> => {
    await rm(join(folder, 'notes'), { force: true });
    const child = start();
    await until('notes', 'ready');
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  await run();
  await run();
  expect(await read('npm-calls')).toMatch(/^ci --ignore-scripts [^\n]*\n$/);
  expect(await read('builds')).toBe('built ');

  await writeFile(join(folder, 'src/web/main.tsx'), 'export {}');
  await writeFile(
    join(folder, 'package-lock.json'),
    '{"packages": {"": {}, "node_modules/a": {"version": "1.0.1"}}}',
  );
  await run();
  expect((await read('npm-calls')).split('\n')).toHaveLength(3);
  expect(await read('builds')).toBe('built built ');
});

test('a half-finished install is done again', async () => {
  await mkdir(join(folder, 'node_modules/a'), { recursive: true });
  start();
  await until('notes', 'ready');
  expect(await read('npm-calls')).not.toBe('');
});

test('packages that npm installed itself are taken as they are', async () => {
  await mkdir(join(folder, 'node_modules/vite/bin'), { recursive: true });
  await writeFile(join(folder, 'node_modules/vite/bin/vite.js'), VITE);
  await symlink(join(PROJECT, 'node_modules', NODE_PACKAGE), join(folder, 'node_modules', NODE_PACKAGE));
  const done = '{"packages": {"node_modules/a": {"version": "1.0.0"}}}';
  await writeFile(join(folder, 'node_modules/.package-lock.json'), done);
  start();
  await until('notes', 'ready');
  expect(await read('npm-calls')).toBe('');
});

test('Ctrl-C reaches the server once, however often it is sent, and it is waited for', async () => {
  const child = start();
  await until('notes', 'ready');
  const exit = once(child, 'exit');
  // A terminal signals the whole group; npm sends the signal a second time.
  if (child.pid === undefined) throw new Error('not started');
  process.kill(-child.pid, 'SIGINT');
  await sleep(200);
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect(await read('notes')).toBe('ready SIGINT stopped ');
});

test('a server whose launcher is killed stops by itself', async () => {
  const child = start();
  await until('notes', 'ready');
  child.kill('SIGKILL');
  await until('notes', 'stopped');
  expect(await read('notes')).toBe('ready SIGINT stopped ');
});

test('the exit code of the server is passed on', async () => {
  await writeFile(join(folder, 'src/server/main.ts'), 'process.exit(2)');
  expect(await once(start(), 'exit')).toEqual([2, null]);
});

// Stands for a server that dies as `deaths` says, one word a start; `live` = it goes on.
const MORTAL = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const [death = 'live', ...rest] = readFileSync('deaths', 'utf8').split(' ');
writeFileSync('deaths', rest.join(' '));
appendFileSync('notes', death + ' ');
const [how, when] = death.split('/');
if (when === 'ready' || how === 'live') process.send?.('ready');
process.once('SIGINT', () => process.exit(0));
const die = () => how === 'kill' ? process.kill(process.pid, 'SIGKILL') : process.exit(Number(how));
if (how === 'live') setInterval(() => {}, 1000); else setTimeout(die, 20);
`;

async function mortal(deaths: string): Promise<ChildProcess> {
  await writeFile(join(folder, 'src/server/main.ts'), MORTAL);
  await writeFile(join(folder, 'deaths'), deaths);
  return start();
}

test('a server that dies is started again, with pauses, and that is said', async () => {
  const child = await mortal('kill/ready 1/ready 1 live');
  await until('notes', 'live');
  expect(await read('notes')).toBe('kill/ready 1/ready 1 live ');
  await expect.poll(() => said).toContain('the server runs again');
  expect(said).toContain('the server was ended by SIGKILL; it is started again in 0.5 s');
  expect(said).toContain('the server ended with code 1; it is started again in 1.5 s');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['a wrong setting ends it, even of a server that was ready before', 'kill/ready 2', 2],
  ['a first start that fails is not repeated', '1', 1],
  ['a server that somebody else ends in order ends the launcher too', '0/ready', 0],
])('%s', async (_, deaths, code) => {
  expect(await once(await mortal(deaths), 'exit')).toEqual([code, null]);
  expect(await read('notes')).toBe(`${deaths} `);
});

test('a first start that was killed or found no database is repeated', async () => {
  await mortal('75 kill live');
  await until('notes', '75 kill live ');
});

test('Ctrl-C in the pause before a start ends at once', async () => {
  const child = await mortal('kill/ready kill/ready kill/ready kill/ready live');
  await expect.poll(() => said, { timeout: 20_000 }).toContain('started again in 3.5 s');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await read('notes')).not.toContain('live');
});
