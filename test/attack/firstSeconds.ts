import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// `node scripts/run.mjs test/attack/firstSeconds.ts [folder of a clone]`: starts the product as a stranger does (`npm start`, which
// installs and builds in a fresh clone; without a folder this project as it stands) on an empty folder, again on the same
// one, and with the demonstration upon a folder that began without it; the moment the accounts are printed it logs in as
// each. Ends with code 1 when one of them could not, or when a start prints other accounts than the others.

const ROOT = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const LINE = 'Demonstration accounts: ';
/** A fresh clone installs and builds first. */
const LIMIT_MS = 900_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  // npm and the launcher are one group; the launcher passes it on once.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function logIn(baseUrl: string, userName: string, password: string): Promise<number> {
  const reply = await fetch(`${baseUrl}/api/sys/login`, {
    method: 'POST',
    headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  });
  return ((await reply.json()) as { code: number }).code;
}

/** Starts, waits for `words`, does `then`, stops. */
async function start(
  name: string,
  settings: Readonly<Record<string, string>>,
  words: string,
  then: (baseUrl: string, line: string) => Promise<void>,
): Promise<void> {
  const [port, mqtt, ws] = await Promise.all([freePort(), freePort(), freePort()]);
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: String(mqtt),
      MQTT_WS_PORT: String(ws),
      SIMULATOR_PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  let text = '';
  const line = await new Promise<string>((found, fail) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const whole = text.split('\n').slice(0, -1);
      const line = whole.find((one) => one.includes(words));
      if (line !== undefined) found(line);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => fail(new Error(`it ended:\n${text}`)));
    setTimeout(() => fail(new Error(`it did not say "${words}":\n${text}`)), LIMIT_MS).unref();
  }).finally(() => child.removeAllListeners('exit'));
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  try {
    await then(`http://127.0.0.1:${port}`, line);
  } finally {
    await stop(child);
  }
  console.log(`${name}: said after ${seconds} s`);
}

/** Starts that print accounts. */
const PRINTED = 3;
let tried = 0;
let refused = 0;
const counts: number[] = [];
const asPrinted = async (baseUrl: string, line: string): Promise<void> => {
  const accounts = [...line.slice(line.indexOf(LINE) + LINE.length).matchAll(/([^\s,]+) \/ ([^\s,]+)/g)];
  counts.push(accounts.length);
  await Promise.all(
    accounts.map(async ([, name = '', password = '']) => {
      tried++;
      const code = await logIn(baseUrl, name, password);
      if (code !== 200) refused++;
      console.log(`  ${name}: ${code}`);
    }),
  );
};

const [fresh, other] = await Promise.all(
  ['fresh', 'other'].map((name) => mkdtemp(join(tmpdir(), `meterhouse-${name}-`))),
);
try {
  await start('empty folder', { DATA_DIR: fresh ?? '' }, LINE, asPrinted);
  await start('second start', { DATA_DIR: fresh ?? '' }, LINE, asPrinted);
  await start(
    'without the demonstration',
    { DATA_DIR: other ?? '', DEMO: 'off' },
    'is ready',
    async () => {},
  );
  await start('DEMO=on upon that folder', { DATA_DIR: other ?? '', DEMO: 'on' }, LINE, asPrinted);
} finally {
  for (const folder of [fresh, other]) if (folder) await rm(folder, { recursive: true, force: true });
}
console.log(`${tried} log-ins at the printed line, ${refused} refused`);
// Each start prints the same accounts, and more than one.
const same = new Set(counts).size === 1 && (counts[0] ?? 0) > 1;
process.exitCode = refused === 0 && counts.length === PRINTED && same ? 0 : 1;
