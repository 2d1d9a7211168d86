import { conflict, type Fault } from '#contract/error.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { ReadingBatch } from '#domain/reading/batch.ts';
import type { Db } from '#server/database/db.ts';
import { type Queryable, queryableOf } from '#server/database/queryable.ts';
import { type Closed, closedOf, keepSealed } from '#series/public.ts';

/** Figures are not final before they are so old: what is younger costs no question. */
const YOUNGEST_CLOSED_DAYS = 90;

/** Says that figures before an instant (ms) are final, since the raw readings are in files. */
export const closedPeriod = (before: number): Fault =>
  conflict({
    zh: `该表计 ${utcDate(before)} 之前的用量已定：原始读数已转存为文件并从系统移出。请先把文件导回，再修改此前的数据。`,
    en: `Figures of the meter before ${utcDate(before)} are final: their raw readings were exported to files and taken out. Bring the files back first, then change what lies before.`,
  });

/** What changes, from an instant (ms) on. */
interface Change {
  readonly meterId: number;
  readonly from: number;
}

/** The changes that are old enough to lie where figures are final. */
function oldOf(changes: readonly Change[]): Change[] {
  const young = Date.now() - YOUNGEST_CLOSED_DAYS * DAY_MS;
  return changes.filter(({ from }) => from < young);
}

const isDb = (db: Db | Queryable): db is Db => 'executeQuery' in db;

/** What is final of some meters. */
export const closedAt = (db: Db, meterIds: readonly number[]): Promise<Closed[]> =>
  closedOf(queryableOf(db), meterIds);

/**
 * Refuses what would change figures that are final.
 * @param changes what begins at `from` (ms) @throws Fault 409 for the first of them
 */
export async function refuseClosed(db: Db | Queryable, changes: readonly Change[]): Promise<void> {
  const old = oldOf(changes);
  if (old.length === 0) return;
  const ids = [...new Set(old.map(({ meterId }) => meterId))];
  const closed = new Map(
    (await closedOf(isDb(db) ? queryableOf(db) : db, ids)).map((one) => [one.meterId, one.closedBefore]),
  );
  if (closed.size === 0) return;
  for (const { meterId, from } of old) {
    const before = closed.get(meterId);
    if (before !== undefined && from < before) throw closedPeriod(before);
  }
}

/**
 * The same in a transaction, until whose end nobody makes more of these meters final: whoever is about to is waited for, as the
 * readings that are taken out prove figures without what is written here.
 */
export async function refuseClosing(db: Queryable, changes: readonly Change[]): Promise<void> {
  const old = oldOf(changes);
  if (old.length === 0) return;
  await keepSealed(db, old.map(({ meterId }) => meterId)); // prettier-ignore
  await refuseClosed(db, old);
}

/** The rows of a delivery that lie where figures of their meters are final. @param now ms */
export async function closedRows(db: Db, batch: ReadingBatch, now: number): Promise<ReadonlySet<number>> {
  const young = now - YOUNGEST_CLOSED_DAYS * DAY_MS;
  const ids = new Set<number>();
  for (let i = 0; i < batch.n; i++) if ((batch.ts[i] as number) < young) ids.add(batch.meter[i] as number);
  if (ids.size === 0) return new Set();
  const closed = new Map((await closedAt(db, [...ids])).map((one) => [one.meterId, one.closedBefore]));
  const found = new Set<number>();
  for (let i = 0; i < batch.n; i++)
    if ((batch.ts[i] as number) < (closed.get(batch.meter[i] as number) ?? -Infinity)) found.add(i);
  return found;
}
