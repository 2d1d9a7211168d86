import type pg from 'pg';
import type { Log } from '#server/database/log.ts';
import { forgetCallers } from './session.ts';

const AGAIN_MS = 1000;

/**
 * Forgets the kept accounts whenever the database tells that one of them may have changed, whichever process changed
 * it. While the connection is lost the short life of what is kept must do.
 */
export function followCallers(pool: pg.Pool, log: Log): { stop: () => void } {
  let stopped = false;
  let listener: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    forgetCallers();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void listen(), AGAIN_MS).unref();
  };
  const drop = (client: pg.PoolClient): boolean => {
    if (listener !== client) return false;
    listener = undefined;
    client.release(true);
    return true;
  };
  const listen = async (): Promise<void> => {
    try {
      const client = await pool.connect();
      if (stopped) return client.release();
      listener = client;
      client.on('notification', forgetCallers);
      // A connection that was given back may still tell its end.
      client.on('error', () => {
        if (drop(client)) again();
      });
      await client.query('listen caller');
      forgetCallers();
    } catch (error) {
      if (!stopped) log.warn(`Changes of accounts are heard late: ${String(error)}`);
      if (listener) drop(listener);
      again();
    }
  };
  void listen();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      listener?.removeAllListeners('notification');
      if (listener) drop(listener);
    },
  };
}
