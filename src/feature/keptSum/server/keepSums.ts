import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { organisationOf } from '#feature/organisation/server/public.ts';
import { clearSums, foldSums, setSums } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { wantedSums } from './wantedSums.ts';

/** How often sums are looked at that wait, and how often who stands for whom. */
const LOOK_MS = 2000;
const LOOKS_A_STRUCTURE = 10;

/** All that says who stands for whom, as one number for each enterprise. */
async function structures(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ consumerId: number; print: string }>`
    select consumer_id as "consumerId", sum(hashtextextended(line, 0))::text as print from (
      select consumer_id, concat_ws('|', 'node', id, kind, parent_id) as line from org
      union all select a.consumer_id, concat_ws('|', 'meter', a.id, a.site_id, a.data_type, a.device_type, coalesce(a.parent_id, 0), s.time_zone)
        from ammeter a join monitor_site s on s.id = a.site_id
      union all select consumer_id, concat_ws('|', 'list', id, org_id, data_type, ammeter_id, sign) from org_ammeter) l
    group by consumer_id`.execute(db);
  return new Map(rows.map(({ consumerId, print }) => [consumerId, print]));
}

/**
 * Lets the sums be kept that nodes stand for now, of enterprises whose structure is another than in `seen`, which takes
 * it over. @param before the structures of an earlier look: what has changed since then is still changing, and waits
 * @returns the structures of this look.
 */
export async function followStructures(
  db: Db,
  seen: Map<number, string>,
  before?: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  const now = await structures(db);
  for (const consumerId of seen.keys()) if (!now.has(consumerId)) seen.delete(consumerId);
  for (const [consumerId, print] of now) {
    if (seen.get(consumerId) === print || (before && before.get(consumerId) !== print)) continue;
    await setSums(db, consumerId, wantedSums(await organisationOf(db, consumerId)));
    seen.set(consumerId, print);
  }
  return now;
}

/** Keeps the sums of organisation nodes, in the worker. `stop` waits for the one at work. */
export function startKeepingSums({ db }: { readonly db: Db }, log: Log): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const seen = new Map<number, string>();
  let before: ReadonlyMap<number, string> = new Map();
  const run = async (): Promise<void> => {
    for (let look = 0; !stopping.signal.aborted; look++) {
      try {
        if (look % LOOKS_A_STRUCTURE === 0) {
          before = await followStructures(db, seen, before);
          await clearSums(db);
        }
        await foldSums(db, { patient: true, signal: stopping.signal });
      } catch (error) {
        log.warn(`Keeping sums: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
