import { sql } from 'kysely';
import { judge, rewindStart } from '#domain/alarm/judge.ts';
import { NORMAL } from '#domain/alarm/machine.ts';
import { signalReadings } from '#domain/alarm/signal.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { apply, retireSignals } from './apply.ts';
import { OLDEST_MS, type Verdict } from './judgeMeters.ts';
import { LOCK, type Looked, type LookOptions, NOTHING } from './look.ts';
import { pointCourse } from './pointCourse.ts';
import { MOST_METERS } from './most.ts';
import type { KeptRecord } from './load.ts';
import { type DueSignal, type SignalAssignment, signalAssignmentsOf, signalRecordsOf } from './signalLoad.ts';
import { freshUntil } from './fresh.ts';

/** What stands and was told to nobody, as it was put aside, is looked at again after. */
const UNTOLD_MS = MINUTE_MS;

/**
 * Judges the rules on signal points of which positions came, or that time alone may change, in one transaction: on from the
 * state that is kept, and again from before what came late.
 * @returns the points that were judged, none where none waits or another process looks
 */
export async function lookAtSignals(db: Db, options: LookOptions): Promise<Looked> {
  const { now, ways, inDoubt = false } = options;
  return db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx);
    if (!lock[0]?.mine) return NOTHING;
    const due = await takeDue(trx, options);
    if (due.length === 0) return NOTHING;
    const pointIds = [...new Set(due.map(({ pointId }) => pointId))];
    const assignments = await signalAssignmentsOf(trx, pointIds);
    const verdicts: Verdict[] = [];
    const next: (DueSignal & { readonly dueAt: number | null })[] = [];
    for (const one of due) {
      const on = assignments.find((is) => is.alarmId === one.alarmId && is.point.id === one.pointId);
      if (!on?.on) continue;
      const { verdict, judgedTo } = await judgeSignal(trx, { ...one, on }, now, inDoubt);
      verdicts.push(verdict);
      next.push({ ...one, judgedTo, state: verdict.state, dueAt: dueOf(verdict, now, inDoubt) });
    }
    const retired = await retireSignals(trx, pointIds, assignments, now);
    const news = await apply(trx, ways, verdicts, now);
    await keep(trx, pointIds, next);
    return { ids: pointIds, news: [...retired, ...news] };
  });
}

/** The points that wait, without taking them. */
export async function waitingPoints(db: Db, { now, except = [] }: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select point_id as id from alarm_signal_dirty
      union select point_id from alarm_signal where due_at <= ${new Date(now)}) w
    where not id = any (${except}::integer[]) order by id limit ${MOST_METERS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The pairs that wait, marks taken: from where on positions came (ms; null = none did). */
async function takeDue(trx: Db, { now, only, except = [] }: LookOptions): Promise<DueSignal[]> {
  const { rows } = await sql<DueSignal>`
    with wanted as (select id from alarm_signal_dirty
      where (${only ?? null}::integer is null or point_id = ${only ?? null}) and not point_id = any (${except}::integer[])
      order by id limit ${MOST_METERS * 10}),
    taken as (delete from alarm_signal_dirty d using wanted w where d.id = w.id returning d.point_id, d.from_ts),
    first as (select point_id, min(from_ts) as from_ts from taken group by 1)
    select s.alarm_id as "alarmId", s.point_id as "pointId", floor(extract(epoch from s.begun_at) * 1000)::float8 as "begunAt",
      floor(extract(epoch from s.judged_to) * 1000)::float8 as "judgedTo", s.state,
      floor(extract(epoch from f.from_ts) * 1000)::float8 as "from"
    from alarm_signal s left join first f on f.point_id = s.point_id
    where (f.point_id is not null or s.due_at <= ${new Date(now)})
      and (${only ?? null}::integer is null or s.point_id = ${only ?? null}) and not s.point_id = any (${except}::integer[])
    order by s.point_id, s.alarm_id`.execute(trx);
  return rows;
}

/** Judges one rule on one point: on from where it stands, or again from before what came late. */
async function judgeSignal(
  trx: Db,
  { on, begunAt, judgedTo, state, from }: DueSignal & { readonly on: SignalAssignment },
  now: number,
  inDoubt: boolean,
): Promise<{ verdict: Verdict; judgedTo: number }> {
  const { point, versions } = on;
  const oldest = Math.max(begunAt, now - OLDEST_MS);
  // A position holds until the next one: only the delays reach further.
  const reach = Math.max(...versions.map(({ rule: { times } }) => times.onDelayMs + times.offDelayMs));
  // The clock of the point: what it was heard of last, and the time since that arrived.
  const clock = point.heardAt === null ? null : point.heardAt + Math.max(0, now - (point.receivedAt ?? now));
  const late = state === null || (from !== null && from <= judgedTo);
  const since = Math.max(oldest, Math.min(from ?? Infinity, judgedTo));
  const { start, records } = late
    ? await startOf(trx, on, since, reach)
    : { start: judgedTo + 1, records: await signalRecordsOf(trx, on, judgedTo) };
  const begin = late ? Math.max(start, oldest) : start;
  const to = Math.max(clock ?? begin, begin);
  const course = await pointCourse(trx, point, { from: late ? begin : begin - 1, to });
  const readings = signalReadings(versions, course, point.id);
  const treatedAt = records.flatMap(({ treatedAt: at }) => at ?? []);
  const standing = { judgedTo, state: state ?? NORMAL, records, treatedAt };
  const judged = judge(
    versions,
    standing,
    readings,
    inDoubt ? null : clock,
    late ? { start: begin, to } : null,
  );
  const known = course.intervals.at(-1)?.value !== null && clock !== null;
  // A version that begins after what the point's clock shows is judged when that reaches it, and so is another day of a count.
  const counts = versions.some(({ rule }) => rule.signal?.counts);
  const ahead = [...versions.map(({ validFrom }) => validFrom), ...(counts ? course.days : [])].filter(
    (at) => at > to,
  );
  const next = Math.min(judged.dueAt ?? Infinity, ...ahead);
  const dueAt = clock === null || !Number.isFinite(next) ? null : now + Math.max(0, next - clock) + 1;
  return {
    verdict: {
      on,
      ...judged,
      dueAt,
      records,
      judgedTo,
      freshTo: known ? Infinity : freshUntil(point.heardAt ?? 0),
    },
    judgedTo: Math.max(judgedTo, readings.at(-1)?.at ?? 0),
  };
}

/** Where judging begins again: before every record that reaches up to what came. */
async function startOf(
  trx: Db,
  on: SignalAssignment,
  from: number,
  reach: number,
): Promise<{ start: number; records: readonly KeptRecord[] }> {
  for (let since = from - reach; ;) {
    const records = await signalRecordsOf(trx, on, since);
    const start = rewindStart(from, reach, records);
    if (start >= since) return { start, records };
    since = start;
  }
}

/** When a rule is looked at next though nothing comes, ms by our clock. */
function dueOf({ changes, records, dueAt }: Verdict, now: number, inDoubt: boolean): number | null {
  const untold = changes.length > 0 || records.some(({ told, episodes }) => told < episodes.length);
  const again = inDoubt || untold ? now + UNTOLD_MS : null;
  if (dueAt === null) return again;
  return again === null ? dueAt : Math.min(dueAt, again);
}

/** Notes when pairs are looked at next; those that nothing judges any more are forgotten. */
async function keep(
  trx: Db,
  pointIds: readonly number[],
  next: readonly (DueSignal & { readonly dueAt: number | null })[],
): Promise<void> {
  await sql`
    update alarm_signal s set due_at = n.due_at, judged_to = n.judged_to, state = n.state
    from unnest(${next.map(({ alarmId }) => alarmId)}::integer[], ${next.map(({ pointId }) => pointId)}::integer[],
      ${next.map(({ dueAt }) => (dueAt === null ? null : new Date(dueAt)))}::timestamptz[],
      ${next.map(({ judgedTo }) => new Date(judgedTo))}::timestamptz[], ${next.map(({ state }) => JSON.stringify(state))}::jsonb[])
      n (alarm_id, point_id, due_at, judged_to, state)
    where s.alarm_id = n.alarm_id and s.point_id = n.point_id`.execute(trx);
  await sql`
    delete from alarm_signal s where point_id = any (${pointIds}::integer[])
      and not exists (select from unnest(${next.map(({ alarmId }) => alarmId)}::integer[], ${next.map(({ pointId }) => pointId)}::integer[])
        n (alarm_id, point_id) where s.alarm_id = n.alarm_id and s.point_id = n.point_id)`.execute(trx);
}
