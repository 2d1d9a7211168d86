// `npm start`: installs, builds the web, runs the server. Plain JavaScript without packages, for Node 20.
import { buildWeb } from './build.mjs';
import { ensureInstalled, fail, say } from './install.mjs';
import { keepRunning } from './keepRunning.mjs';

const INTERRUPT_ECHO_MS = 1000;

await ensureInstalled();
await buildWeb();

const server = keepRunning({ say, ended: (code) => process.exit(code), fail });

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
  else server.kill();
});
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGHUP', () => stop('SIGTERM'));

let stopping = false;

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  if (stopping) return;
  stopping = true;
  say('stopping …');
  server.stop(signal);
}
