import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { type ReadingBatch, valueOf } from '#domain/reading/batch.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { BrokenMonth, counts, type ReadingColumns, readings } from '#series/public.ts';
import { CLOCK_MS } from '../domain/decode.ts';

const PP = codeIndex('PP');
/** No clock that somebody set is further off than the zones of the world; what is older is history. */
const LAG_MS = 26 * HOUR_MS;
/** An interval without a gap: its readings lie at most so many intervals of the meter apart. */
const NEAR_INTERVALS = 3;

/** The newest instant that is known of each meter, ms; what comes later contradicts nothing. */
export type Newest = Map<number, number>;

/**
 * The rows that come late into an interval which the device told before, and whose register does not fit between its
 * neighbours there: their stamp is wrong, as the first told stays. A gap that is filled late contradicts nothing, nor
 * does what lies at a reset, a replacement or an instant that was told before (a conflict), nor energies of steps.
 * @param cameAt ms, when a row came
 */
export async function contradicting(
  db: Db,
  batch: ReadingBatch,
  newest: Newest,
  cameAt: (row: number) => number,
): Promise<ReadonlySet<number>> {
  const late: number[] = [];
  for (let i = 0; i < batch.n; i++) {
    const ts = batch.ts[i] as number;
    const now = cameAt(i);
    if (ts > now - CLOCK_MS || ts < now - LAG_MS || valueOf(batch, i, PP) === undefined) continue;
    if (ts < (newest.get(batch.meter[i] as number) ?? Infinity)) late.push(i);
  }
  if (late.length === 0) return new Set();
  try {
    return await misfits(db, batch, late);
  } catch (error) {
    // Where what it would have to fit cannot be read, nothing speaks against it.
    if (error instanceof BrokenMonth) return new Set();
    throw error;
  }
}

/** Those of some rows that do not fit between their neighbours. */
async function misfits(db: Db, batch: ReadingBatch, late: readonly number[]): Promise<ReadonlySet<number>> {
  const steps = await stepsOf(db, batch, late);
  const asked = late.flatMap((i) => {
    const step = steps.get(i);
    return step === undefined ? [] : [{ i, near: step * NEAR_INTERVALS }];
  });
  const around = asked.map(({ i, near }) => {
    const at = batch.ts[i] as number;
    return { meterId: batch.meter[i] as number, from: at - near, to: at + near + 1 };
  });
  const meters = await visibleMeterSet(
    db,
    asked.map(({ i }) => batch.meter[i] as number),
  );
  const told = await readings(db, meters, around, ['PP'], { said: 'device' });
  const instants = asked.map(({ i }) => {
    const at = batch.ts[i] as number;
    return { meterId: batch.meter[i] as number, from: at, to: at + 1 };
  });
  const there = await counts(db, meters, instants, { said: 'device' });
  const wrong = asked.filter(({ i, near }, place) => {
    const beside = besideOf(told, place, batch.ts[i] as number);
    const value = valueOf(batch, i, PP) as number;
    if (!beside || (there[place] ?? 0) > 0 || beside.after - beside.before > near) return false;
    return beside.low <= beside.high && (value < beside.low || value > beside.high);
  });
  return new Set(wrong.map(({ i }) => i));
}

/**
 * The steps of the meters of some rows, ms, by row. A row has none where its meter tells the energy of each step at or
 * near its instant: such values rise and fall. The first of a life holds before its beginning too.
 */
async function stepsOf(db: Db, batch: ReadingBatch, rows: readonly number[]): Promise<Map<number, number>> {
  const near = sql`a.interval_seconds * interval '${sql.raw(String(NEAR_INTERVALS))} seconds'`;
  const { rows: known } = await sql<{ i: number; step: number }>`
    select v.i, a.interval_seconds * 1000 as step
    from unnest(${rows}::integer[], ${rows.map((i) => batch.meter[i])}::integer[],
        ${rows.map((i) => new Date(batch.ts[i] as number))}::timestamptz[]) v (i, meter_id, ts)
      join ammeter a on a.id = v.meter_id
    where not exists (
      select from ledger_segment l where l.meter_id = v.meter_id and l.kind = 'interval'
        and (l.to_ts is null or l.to_ts > v.ts - ${near})
        and (l.from_ts <= v.ts + ${near}
          or not exists (select from ledger_segment f where f.meter_id = l.meter_id and f.from_ts < l.from_ts)))`.execute(
    db,
  );
  return new Map(known.map(({ i, step }) => [i, step]));
}

/** The registers before and after an instant in a window, with their own instants. */
function besideOf(
  { n, window, ts, values: [registers] }: ReadingColumns,
  place: number,
  at: number,
): { before: number; low: number; after: number; high: number } | null {
  let before = -1;
  for (let i = 0; i < n; i++) {
    if (window[i] !== place || ts[i] === at) continue;
    if ((ts[i] as number) < at) before = i;
    else {
      const [low, high] = [registers?.[before], registers?.[i]];
      if (low === undefined || high === undefined) return null;
      return { before: ts[before] as number, low, after: ts[i] as number, high };
    }
  }
  return null;
}

/** Notes what was stored. */
export function noteNewest(newest: Newest, { n, meter, ts }: ReadingBatch): void {
  for (let i = 0; i < n; i++) {
    const id = meter[i] as number;
    const at = ts[i] as number;
    if (at > (newest.get(id) ?? -Infinity)) newest.set(id, at);
  }
}
