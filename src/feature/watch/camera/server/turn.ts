import type pg from 'pg';

/** Any fixed number: the advisory lock of whoever records. */
const LOCK = 7_303_081;

/** Whose turn it is among processes: an advisory lock on a connection of its own, so that a process that dies lets go. */
export function openTurn(pool: pg.Pool, lost: () => void): { mine(): Promise<boolean>; close(): void } {
  let client: pg.PoolClient | undefined;
  let held = false;
  const drop = (): void => {
    if (held) lost();
    held = false;
    client = undefined;
  };
  return {
    async mine() {
      if (held) return true;
      if (!client) {
        const fresh = await pool.connect();
        client = fresh;
        fresh.on('error', () => {
          if (client !== fresh) return;
          drop();
          fresh.release(true);
        });
      }
      const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1) as ok', [LOCK]);
      held = rows[0]?.ok === true;
      return held;
    },
    close() {
      // Ending the connection lets the lock go.
      client?.release(true);
      client = undefined;
      held = false;
    },
  };
}
