import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { FOLD_GATE } from './foldLock.ts';
import type { Extent } from './loadInput.ts';
import { QUIET_S } from './patience.ts';

/** What is known of a meter's readings: first and last instant, ms. */
export interface MeterExtent {
  readonly meterId: number;
  readonly first: number;
  readonly last: number;
}

/** The extents of meters that have readings. */
export async function extentsOf(db: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  const { rows } = await sql<{ meterId: number; first: Date; last: Date }>`
    select meter_id as "meterId", first_ts as first, last_ts as last from meter_fold
    where meter_id = any(${meterIds}::integer[]) and first_ts is not null order by meter_id`.execute(db);
  return rows.map(({ meterId, first, last }) => ({ meterId, first: first.getTime(), last: last.getTime() }));
}

/**
 * The same, and no fold of these meters that has begun is left unseen: it is waited for, and the next one waits for
 * this transaction. For changes of what the fold reads beside readings.
 */
export async function holdExtents(trx: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(FOLD_GATE)}, c.id)
    from (select distinct consumer_id as id from ammeter where id = any(${meterIds}::integer[])) c`.execute(
    trx,
  );
  await sql`insert into meter_fold as m (meter_id) select unnest(${meterIds.toSorted((a, b) => a - b)}::integer[])
    on conflict (meter_id) do update set folded_at = m.folded_at`.execute(trx);
  return extentsOf(trx, meterIds);
}

/**
 * Marks intervals to be folded again, in the caller's transaction; the worker is told when it commits. What a person
 * changes does not keep coming as deliveries do: the mark is as old as if there had been a pause.
 */
export async function markIntervals(
  trx: Db,
  intervals: readonly { readonly meterId: number; readonly from: number; readonly to: number }[],
): Promise<void> {
  if (intervals.length === 0) return;
  await sql`insert into dirty (meter_id, from_ts, to_ts, marked_at)
    select *, now() - make_interval(secs => ${QUIET_S}) from unnest(${intervals.map((s) => s.meterId)}::integer[],
      ${intervals.map((s) => new Date(s.from).toISOString())}::timestamptz[],
      ${intervals.map((s) => new Date(s.to).toISOString())}::timestamptz[])`.execute(trx);
  await sql`notify dirty`.execute(trx);
}

/** What a meter has, as the fold loads it; undefined = nothing yet. */
export async function extentOf(db: Db, meterId: number): Promise<Extent | undefined> {
  const { rows } = await sql<{ codes: string; span: number; first: Date; last: Date }>`
    select codes, span_s as span, first_ts as first, last_ts as last from meter_fold
    where meter_id = ${meterId} and first_ts is not null`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { codes, span, first, last } = row;
  return { codes: CodeSet.read(codes), span: span * 1000, first: first.getTime(), last: last.getTime() };
}
