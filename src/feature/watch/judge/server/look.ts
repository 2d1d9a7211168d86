import { sql } from 'kysely';
import { groupedBy } from '#domain/group.ts';
import type { Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { apply, type News, retire } from './apply.ts';
import { noteFigures } from './figureMark.ts';
import { judgeMeters, type Look, type Touched } from './judgeMeters.ts';
import { assignmentsOf, progressOf } from './load.ts';

// Any fixed number; of several workers one judges at a time, and another goes on when it is gone.
export const LOCK = 7_303_061;
export const MOST_METERS = 300;

/** What a look is made with. */
export interface LookOptions {
  readonly ways: Ways;
  /** ms by our clock. */
  readonly now: number;
  /** Our clock cannot be right: time alone changes nothing. */
  readonly inDoubt?: boolean;
  /** Only this meter (or what else the look judges), where one of several cannot be judged. */
  readonly only?: number;
  /** Those that cannot be judged at present. */
  readonly except?: readonly number[];
  /** Meters that were judged less than so long ago (ms) wait: what keeps coming is judged together. Default 0. */
  readonly restMs?: number;
}

/** What a look found. */
export interface Looked {
  /** Of the meters, or of what else the look judges. */
  readonly ids: readonly number[];
  readonly news: readonly News[];
}

export const NOTHING: Looked = { ids: [], news: [] };

/** The meters that wait: what was touched of them, and those whose timers have run out. */
async function takeWaiting(
  trx: Db,
  { now, inDoubt, only, except = [], restMs = 0 }: LookOptions,
): Promise<Map<number, Touched>> {
  const { rows } = await sql<{ id: number; from: Date | null; to: Date | null }>`
    with wanted as (
      select ammeter_id from alarm_dirty left join alarm_progress p using (ammeter_id)
      where (p.heard_at is null or p.heard_at not between ${new Date(now - restMs + 1)} and ${new Date(now)}) and (${only ?? null}::integer is null or ammeter_id = ${only ?? null}) and not ammeter_id = any (${except}::integer[])
      group by 1 order by min(id) limit ${MOST_METERS}),
    taken as (delete from alarm_dirty d using wanted w where d.ammeter_id = w.ammeter_id returning d.*)
    select ammeter_id as id, min(from_ts) as from, max(to_ts) as to from taken group by 1`.execute(trx);
  const waiting = new Map<number, Touched>(
    rows.map(({ id, from, to }) => [id, from && to && { from: from.getTime(), to: to.getTime() }]),
  );
  if (inDoubt) return waiting;
  const { rows: due } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_state
    where due_at <= ${new Date(now)} and (${only ?? null}::integer is null or ammeter_id = ${only ?? null})
      and not ammeter_id = any (${except}::integer[]) limit ${MOST_METERS}`.execute(trx);
  for (const { id } of due) if (!waiting.has(id)) waiting.set(id, null);
  return waiting;
}

/** The meters that wait, without taking them. */
export async function waitingMeters(db: Db, { now, except = [] }: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select ammeter_id as id from alarm_dirty
      union select ammeter_id from alarm_state where due_at <= ${new Date(now)}) w
    where not id = any (${except}::integer[]) order by id limit ${MOST_METERS}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Looks once at meters that wait, in one transaction: what was touched is taken, judged and written, or nothing of it is.
 * @returns the meters that were looked at, none where none waits or another process looks
 */
export async function lookOnce(db: Db, options: LookOptions): Promise<Looked> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return NOTHING;
    const waiting = await takeWaiting(trx, options);
    if (waiting.size === 0) return NOTHING;
    const meterIds = [...waiting.keys()];
    const { now, inDoubt = false, ways } = options;
    const progress = await progressOf(trx, meterIds);
    const assignments = await assignmentsOf(trx, meterIds);
    const byMeter = groupedBy(assignments, (one) => one.ammeterId);
    const looks = [...progress.values()].map((one): Look => ({
      progress: one,
      touched: waiting.get(one.ammeterId) ?? null,
      assignments: byMeter.get(one.ammeterId) ?? [],
    }));
    await noteFigures(trx, looks, now);
    const verdicts = await judgeMeters(trx, looks, now, inDoubt);
    const retired = await retire(trx, meterIds, assignments, now);
    const news = await apply(trx, ways, verdicts, now);
    await keepProgress(trx, looks, now);
    return { ids: meterIds, news: [...retired, ...news] };
  });
}

/** Notes up to where meters are judged; those that no rule judges any more are forgotten. */
async function keepProgress(trx: Db, looks: readonly Look[], now: number): Promise<void> {
  const heard = looks.filter(({ touched, progress }) => touched && touched.to > progress.judgedTo);
  if (heard.length > 0)
    await sql`
      update alarm_progress p set judged_to = h.at, heard_at = ${new Date(now)}
      from unnest(${heard.map(({ progress }) => progress.ammeterId)}::integer[],
        ${heard.map(({ touched }) => new Date(touched?.to ?? 0))}::timestamptz[]) h (id, at)
      where p.ammeter_id = h.id`.execute(trx);
  const left = looks.filter(({ assignments }) => assignments.length === 0);
  if (left.length > 0)
    await sql`delete from alarm_progress where ammeter_id = any (${left.map(({ progress }) => progress.ammeterId)}::integer[])`.execute(
      trx,
    );
}
