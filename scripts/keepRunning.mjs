// Keeps the server running: one that dies is started again. For Node 20, without packages.
import { spawn } from 'node:child_process';
import { ROOT, modernEnvironment, modernNode } from './install.mjs';

/** Exit codes of `src/server`: a wrong setting, which no other start makes right; no database yet. */
const WRONG_SETTING = 2;
const NO_DATABASE = 75;

/** A server that was ready for so long was well: the next pause is the first again. */
const WELL_MS = 10_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** Starts in a row that never became ready, about three minutes in all. */
const MOST_FAILED = 10;

/**
 * Runs the server until it is asked to stop or there is no sense in another start. What was ready once is started again
 * whatever it died of, with pauses from half a second to half a minute; a first start is repeated only where it was
 * killed or found no database.
 * @param {object} told
 * @param {(text: string) => void} told.say one line to the person
 * @param {(code: number) => void} told.ended it is over
 * @param {(text: string, code?: number) => void} told.fail it is over, with a sentence
 */
export function keepRunning({ say, ended, fail }) {
  let stopping = false;
  let wasReady = false;
  let failed = 0;
  let shortLives = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  let server = start();

  function start() {
    let readyAt = 0;
    // A process group of its own: Ctrl-C in the terminal reaches only this process, which passes it on once. Over
    // the IPC channel the server notices when this process is killed, and tells when it is ready.
    const child = spawn(modernNode(), ['--import', './scripts/parentWatch.mjs', 'src/server/main.ts'], {
      cwd: ROOT,
      detached: process.platform !== 'win32',
      env: modernEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', (error) => fail(`the server could not be started: ${error.message}`));
    child.on('message', (message) => {
      if (message !== 'ready') return;
      if (failed > 0 || shortLives > 0) say('the server runs again');
      readyAt = Date.now();
      wasReady = true;
      failed = 0;
    });
    child.once('exit', (code, signal) => {
      if (readyAt === 0) failed += 1;
      else shortLives = Date.now() - readyAt < WELL_MS ? shortLives + 1 : 0;
      died(code, signal);
    });
    return child;
  }

  /** @param {number | null} code @param {string | null} signal */
  function died(code, signal) {
    const status = signal ? 1 : (code ?? 1);
    const hopeless = status === 0 || status === WRONG_SETTING;
    if (stopping || hopeless || !(wasReady || signal || status === NO_DATABASE)) return ended(status);
    const how = signal ? `was ended by ${signal}` : `ended with code ${status}`;
    if (failed >= MOST_FAILED)
      return fail(`the server ${how}; ${failed} starts in a row have failed`, status);
    const ms = Math.min(FIRST_MS * 2 ** Math.max(failed, shortLives, 1) - FIRST_MS, LONGEST_MS);
    say(`the server ${how}; it is started again in ${ms / 1000} s`);
    pause = setTimeout(() => {
      pause = undefined;
      server = start();
    }, ms);
  }

  return {
    /** Asks the server to end in order. @param {NodeJS.Signals} signal */
    stop(signal) {
      stopping = true;
      if (pause === undefined) return void server.kill(signal);
      clearTimeout(pause);
      ended(0);
    },
    /** Ends it at once. */
    kill: () => server.kill('SIGKILL'),
  };
}
