import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from './log.ts';

export interface Listener {
  /** Resolves when it hears for the first time. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const AGAIN_MS = 500;

/**
 * Hears notices (LISTEN) on a connection of its own, and connects again when it breaks. `lost` is called after every
 * such gap: what was told meanwhile was not heard.
 */
export function listenTo(
  pool: pg.Pool,
  channels: Readonly<Record<string, (payload: string) => void>>,
  { log, lost = () => {} }: { readonly log: Log; readonly lost?: () => void },
): Listener {
  const stopping = new AbortController();
  let heard: () => void = () => {};
  const ready = new Promise<void>((resolve) => (heard = resolve));
  let first = true;
  let told = false;

  const once = async (): Promise<void> => {
    const client = await pool.connect();
    let stop: () => void = () => {};
    const over = new Promise<void>((resolve) => (stop = resolve));
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    client.on('error', stop);
    client.on('end', stop);
    stopping.signal.addEventListener('abort', stop);
    // It may have been stopped while it connected.
    if (stopping.signal.aborted) stop();
    try {
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
      if (!first) lost();
      if (told) log.info('Notices of the database are heard again.');
      first = false;
      told = false;
      heard();
      await over;
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      client.removeAllListeners('notification');
      client.release(true);
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await once();
      } catch (error) {
        // Reported once, however long it lasts.
        if (!told)
          log.warn(
            `Notices of the database are not heard: ${error instanceof Error ? error.message : String(error)}`,
          );
        told = true;
      }
      await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    ready,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
