import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { foldSums } from './foldSums.ts';
import { clearSums, setSums, type WantedSum } from './setSums.ts';

/** The sums that the nodes of an enterprise stand for. */
export type WantedSumsOf = (db: Db, consumerId: number) => Promise<readonly WantedSum[]>;

/** How often sums are looked at that wait, and how often who stands for whom. */
const LOOK_MS = 2000;
const LOOKS_A_STRUCTURE = 10;

// To look through so many meters takes some milliseconds: of a large plant nobody's page waits for more.
const SLICE = 5000;
const PAUSE_MS = 50;

/** All that says who stands for whom, as one number for each enterprise. Meters are added slice by slice. */
async function structures(db: Db): Promise<Map<number, bigint>> {
  const prints = new Map<number, bigint>();
  const add = (rows: readonly Print[]): void => {
    for (const { consumerId, print } of rows)
      prints.set(consumerId, (prints.get(consumerId) ?? 0n) + BigInt(print));
  };
  const { rows } = await sql<Print>`
    select consumer_id as "consumerId", sum(hashtextextended(line, 0))::text as print from (
      select consumer_id, concat_ws('|', 'node', id, kind, parent_id) as line from org
      union all select consumer_id, concat_ws('|', 'list', id, org_id, data_type, ammeter_id, sign) from org_ammeter
      union all select consumer_id, concat_ws('|', 'sum', ammeter_id, child_id, sign) from ammeter_sum) l
    group by consumer_id`.execute(db);
  add(rows);
  for (let after: number | null = 0; after !== null;) {
    const slice: { rows: SlicePrint[] } = await sql<SlicePrint>`
      select a.consumer_id as "consumerId", max(a.id) as "upTo", count(*)::integer as meters,
        sum(hash_record_extended((a.id, a.site_id, a.data_type, a.device_type, a.parent_id, s.time_zone), 0))::text as print
      from (select * from ammeter where id > ${after} order by id limit ${SLICE}) a join monitor_site s on s.id = a.site_id
      group by a.consumer_id`.execute(db);
    add(slice.rows);
    const meters = slice.rows.reduce((sum, row) => sum + row.meters, 0);
    after = meters < SLICE ? null : Math.max(...slice.rows.map((row) => row.upTo));
    if (after !== null) await sleep(PAUSE_MS, undefined, { ref: false });
  }
  return prints;
}

interface Print {
  readonly consumerId: number;
  readonly print: string;
}

interface SlicePrint extends Print {
  readonly upTo: number;
  readonly meters: number;
}

/**
 * Lets the sums be kept that nodes stand for now, of enterprises whose structure is another than in `seen`, which takes
 * it over. @param before the structures of an earlier look: what has changed since then is still changing, and waits
 * @returns the structures of this look.
 */
export async function followStructures(
  db: Db,
  wantedSumsOf: WantedSumsOf,
  seen: Map<number, bigint>,
  before?: ReadonlyMap<number, bigint>,
): Promise<ReadonlyMap<number, bigint>> {
  const now = await structures(db);
  for (const consumerId of seen.keys()) if (!now.has(consumerId)) seen.delete(consumerId);
  for (const [consumerId, print] of now) {
    if (seen.get(consumerId) === print || (before && before.get(consumerId) !== print)) continue;
    await setSums(db, consumerId, await wantedSumsOf(db, consumerId));
    seen.set(consumerId, print);
  }
  return now;
}

/** Keeps the sums of organisation nodes, in the worker. `stop` waits for the one at work. */
export function startKeepingSums(
  { db }: { readonly db: Db },
  wantedSumsOf: WantedSumsOf,
  log: Log,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const seen = new Map<number, bigint>();
  let before: ReadonlyMap<number, bigint> = new Map();
  const run = async (): Promise<void> => {
    for (let look = 0; !stopping.signal.aborted; look++) {
      try {
        if (look % LOOKS_A_STRUCTURE === 0) {
          before = await followStructures(db, wantedSumsOf, seen, before);
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
