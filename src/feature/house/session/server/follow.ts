import type pg from 'pg';
import { type Listener, listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { forgetCallers } from './session.ts';

/**
 * Forgets the kept accounts whenever the database tells that one of them may have changed, whichever process changed
 * it. While the connection is lost the short life of what is kept must do.
 */
export function followCallers(pool: pg.Pool, log: Log): Listener {
  const listener = listenTo(pool, { caller: forgetCallers }, { log, lost: forgetCallers });
  void listener.ready.then(forgetCallers);
  return listener;
}
