import { Fault } from '#contract/error.ts';
import { closedRows, type Stored } from '#feature/meters/reading/server/public.ts';
import type { ReadingBatch } from '#domain/reading/batch.ts';
import type { Db } from '#server/database/db.ts';
import { BrokenMonth } from '#series/public.ts';
import type { Decoded } from '../domain/decode.ts';
import type { Gateway } from './gateway.ts';
import type { HeldStore } from './hold.ts';
import { withoutWrong, type WrongReason } from './withoutWrong.ts';

/**
 * Keeps what does not count and stores the rest. Rows that only the storing refuses, since the block of their month is broken or their figures
 * have become final meanwhile, are quarantined too, so that what came with them and after them counts.
 * @param store stores a batch or nothing of it @throws its error, where it is about no row
 */
export async function storeSound(
  { system, held }: { readonly system: Db; readonly held: HeldStore },
  gateway: Gateway,
  decoded: Decoded,
  now: number,
  store: (batch: ReadingBatch) => Promise<Stored>,
): Promise<{ readonly assessed: Decoded; readonly readings: Stored }> {
  await held.keep(gateway, decoded.held, now);
  for (let assessed = decoded; ;) {
    try {
      return { assessed, readings: await store(assessed.batch) };
    } catch (error) {
      const [reason, rows] = await refusedBy(system, assessed.batch, error, now);
      if (rows.size === 0) throw error;
      const left = withoutWrong(gateway, assessed, rows, reason);
      await held.keep(gateway, left.held.slice(assessed.held.length), now);
      assessed = left;
    }
  }
}

/** The rows that an error is about. */
async function refusedBy(
  db: Db,
  batch: ReadingBatch,
  error: unknown,
  now: number,
): Promise<readonly [WrongReason, ReadonlySet<number>]> {
  if (error instanceof BrokenMonth) return ['monthBroken', rowsIn(batch, error)];
  if (error instanceof Fault && error.code === 409) return ['closed', await closedRows(db, batch, now)];
  return ['closed', new Set()];
}

/** The rows of a batch that lie in a month. */
export function rowsIn({ n, meter, ts }: ReadingBatch, month: BrokenMonth): Set<number> {
  const rows = new Set<number>();
  for (let i = 0; i < n; i++) if (month.has(meter[i] as number, ts[i] as number)) rows.add(i);
  return rows;
}
