// `npm start`: installs, builds the web, runs the server. Plain JavaScript without packages, for Node 20.
import { spawn } from 'node:child_process';
import { buildWeb } from './build.mjs';
import { ROOT, ensureInstalled, fail, modernEnvironment, modernNode, say } from './install.mjs';

const INTERRUPT_ECHO_MS = 1000;

await ensureInstalled();
await buildWeb();

// A process group of its own: Ctrl-C in the terminal reaches only this process, which passes it on once. Over
// the IPC channel the server notices when this process is killed.
const server = spawn(modernNode(), ['--import', './scripts/parentWatch.mjs', 'src/server/main.ts'], {
  cwd: ROOT,
  detached: process.platform !== 'win32',
  env: modernEnvironment(),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
server.once('error', (error) => fail(`the server could not be started: ${error.message}`));
server.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

let interrupts = 0;
let lastInterrupt = 0;
process.on('SIGINT', () => {
  // In a terminal npm and this process both get Ctrl-C, and npm sends it once more.
  const now = Date.now();
  if (now - lastInterrupt < INTERRUPT_ECHO_MS) return;
  lastInterrupt = now;
  interrupts += 1;
  if (interrupts === 1) stop('SIGINT');
  else if (interrupts === 2) say('still stopping; press Ctrl-C once more to end at once');
  else server.kill('SIGKILL');
});
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGHUP', () => stop('SIGTERM'));

let stopping = false;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  if (stopping) return;
  stopping = true;
  say('stopping …');
  server.kill(signal);
}
