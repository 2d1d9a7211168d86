import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../database/log.ts';
import type { RunningServer } from './server.ts';

export interface KeptServer {
  /** Of the server that runs now. */
  readonly pid: number;
  /** Resolves with a sentence when it ended unasked and cannot be started again. */
  readonly died: Promise<string>;
  /** Ends it for good. */
  readonly stop: () => Promise<void>;
}

/** A server that lived shorter than this did not get well. */
const WELL_MS = 10_000;
const FIRST_MS = 250;
const LONGEST_MS = 10_000;
/** Tries in a row, about a minute in all. */
const MOST_TRIES = 10;

/**
 * Keeps a server running: one that ends unasked is started again, at once and then with growing pauses.
 * @param start resolves when the server answers
 * @throws what the first start throws
 */
export async function keepServer(
  start: () => Promise<RunningServer>,
  log: Log,
  mostTries = MOST_TRIES,
): Promise<KeptServer> {
  let server = await start();
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Starts it again; the sentence of the last try where none succeeds. */
  const again = async (shortLives: number): Promise<string | undefined> => {
    let fault = '';
    for (let tries = shortLives; tries < mostTries; tries++) {
      if (tries > 0) {
        const pause = Math.min(FIRST_MS * 2 ** (tries - 1), LONGEST_MS);
        await sleep(pause, undefined, { signal }).catch(() => {});
      }
      if (signal.aborted) return undefined;
      try {
        server = await start();
        return undefined;
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
        log.error(`PostgreSQL could not be started again: ${fault}`);
      }
    }
    return fault === '' ? 'it ends again and again' : fault;
  };

  const watch = async (): Promise<string | undefined> => {
    let shortLives = 0;
    for (;;) {
      const began = Date.now();
      const why = await server.exited;
      if (signal.aborted) return undefined;
      shortLives = Date.now() - began < WELL_MS ? shortLives + 1 : 0;
      log.error(`PostgreSQL ended: ${why}. It is being started again.`);
      const fault = await again(shortLives);
      if (signal.aborted) return undefined;
      if (fault !== undefined) return fault;
      log.info('PostgreSQL runs again.');
    }
  };
  const watching = watch();
  return {
    get pid() {
      return server.pid;
    },
    died: new Promise((resolve) => {
      void watching.then((fault) => (fault === undefined ? undefined : resolve(fault)));
    }),
    async stop() {
      stopping.abort();
      // A start that is under way ends first.
      await server.stop();
      await watching;
      await server.stop();
    },
  };
}
