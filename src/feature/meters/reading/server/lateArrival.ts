import { sql } from 'kysely';
import type pg from 'pg';
import type { ReadingBatch } from '#domain/reading/batch.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { lateDays, OLDEST_LATE_MS, quartersOf } from '../domain/lateQuarters.ts';
import { visibleMeters } from './answer/visible.ts';

/** Notes where values of a delivery came late, in the transaction that stores them. @param arrivedAt ms */
export async function noteLate(
  client: pg.ClientBase,
  batch: ReadingBatch,
  known: ReadonlySet<number>,
  arrivedAt: number,
): Promise<void> {
  const days = lateDays(batch, known, arrivedAt);
  if (days.length === 0) return;
  await client.query(
    `insert into late_arrival as l (ammeter_id, day, quarters)
     select m.id, v.day, v.quarters from unnest($1::integer[], $2::date[], $3::bit(96)[]) v (id, day, quarters)
       join ammeter m on m.id = v.id order by 1, 2
     on conflict (ammeter_id, day) do update set quarters = l.quarters | excluded.quarters
     where (l.quarters | excluded.quarters) <> l.quarters`,
    [
      days.map(({ meterId }) => meterId),
      days.map(({ day }) => new Date(day).toISOString().slice(0, 10)),
      days.map(({ quarters }) => quarters),
    ],
  );
}

/** What came late; ms. */
export interface Late {
  /** Where the quarters of an hour begin in which values came late. */
  readonly quarters: ReadonlySet<number>;
  /** From when on it was noted: of what lies before nothing is known. */
  readonly since: number;
}

/** The quarters of an hour in [from, to) (ms) in which values of a meter came late. */
export async function lateOver(db: Db, meterId: number, from: number, to: number): Promise<Late> {
  if ((await visibleMeters(db, [meterId])).length === 0) return { quarters: new Set(), since: Infinity };
  const { rows: begun } = await sql<{ at: Date }>`select at from late_arrival_since`.execute(db);
  const { rows } = await sql<{ day: number; quarters: string }>`
    select extract(epoch from day)::float8 * 1000 as day, quarters::text as quarters from late_arrival
    where ammeter_id = ${meterId} and day between ${new Date(from - DAY_MS)}::timestamptz::date - 1 and ${new Date(to)}::timestamptz::date + 1`.execute(
    db,
  );
  return {
    quarters: new Set(rows.flatMap(quartersOf).filter((at) => at >= from && at < to)),
    since: begun[0]?.at.getTime() ?? Infinity,
  };
}

/** Forgets what is too old for anybody to act on. @param now ms */
export async function forgetLate(db: Db, now: number): Promise<void> {
  const oldest = new Date(now - OLDEST_LATE_MS - DAY_MS).toISOString().slice(0, 10);
  await sql`delete from late_arrival where day < ${oldest}::date`.execute(db);
}
