import { HOUR_MS } from '#domain/time/duration.ts';
import { onFolded } from '#feature/meters/reading/server/public.ts';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type Folded, foldedTopic } from '../contract.ts';
import { tellAll } from './live.ts';

const TICK_MS = 100;
/** Buckets that end longer ago are history; screens of the present do not show them. */
const PRESENT_MS = HOUR_MS;
const MOST_METERS = 500;

/** Tells screens, about ten times a second, whose present buckets this thread has folded. */
export function tellFoldsOf({ pool }: Pick<Database, 'pool'>, log: Log): void {
  let meters = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const tell = async (): Promise<void> => {
    const ids = [...meters];
    meters = new Set();
    const { rows } = await pool.query<{ consumerId: number; meterIds: number[] }>(
      `select consumer_id as "consumerId", array_agg(id) as "meterIds" from ammeter
       where id = any($1::integer[]) group by 1`,
      [ids],
    );
    const at = Date.now();
    await tellAll(
      pool,
      rows.map(({ consumerId, meterIds }) => {
        // Who has more is told that everything changed.
        const folded: Folded = { meterIds: meterIds.length > MOST_METERS ? [] : meterIds, at };
        return { topic: foldedTopic(consumerId), payload: JSON.stringify(folded) };
      }),
    );
  };
  onFolded((meterId, out) => {
    if (out.to < Date.now() - PRESENT_MS) return;
    meters.add(meterId);
    timer ??= setTimeout(() => {
      timer = undefined;
      if (pool.ending) return;
      tell().catch((error: unknown) => log.warn(`Screens were not told of new figures: ${String(error)}`));
    }, TICK_MS);
  });
}
