import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** What was told a moment ago is folded first: while it waits so long, nothing is sealed. */
const BEHIND = '5 seconds';
const BEHIND_MS = 2000;
/** But not for ever: a meter whose fold fails stays marked. */
const MOST_WAITS = 15;

/** Waits a while where recent values wait to be folded: whoever seals has time. */
export async function giveWay(pool: pg.Pool, signal: AbortSignal | undefined): Promise<void> {
  for (let i = 0; i < MOST_WAITS && !signal?.aborted && (await isBehind(pool)); i++)
    await pause(BEHIND_MS, signal);
}

/** Rests; a signal ends it. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal && { signal }).catch(() => {});

async function isBehind(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'seal_behind',
    text: `select from dirty where live and marked_at < now() - interval '${BEHIND}' limit 1`,
  });
  return rows.length > 0;
}
