import { sql } from 'kysely';
import { judge, rewindStart, type Standing } from '#domain/alarm/judge.ts';
import { type AlarmState, NORMAL } from '#domain/alarm/machine.ts';
import { clearedAtOf } from '#domain/alarm/occurrence.ts';
import { SIGNAL_CODE, signalReadings } from '#domain/alarm/signal.ts';
import { holdOf, intervalsOf } from '#domain/signal/interval.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { samplesIn } from '#feature/watch/signal/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { apply, retireSignals } from './apply.ts';
import { OLDEST_MS, type Verdict } from './judgeMeters.ts';
import { LOCK, type Looked, type LookOptions, NOTHING } from './look.ts';
import { MOST_METERS } from './most.ts';
import type { KeptRecord } from './load.ts';
import { type DueSignal, type SignalAssignment, signalAssignmentsOf, signalRecordsOf } from './signalLoad.ts';

/** What stands and was told to nobody, as it was put aside, is looked at again after. */
const UNTOLD_MS = MINUTE_MS;

/**
 * Judges the rules on signal points of which positions came, or that time alone may change, in one transaction. A point has
 * few positions: its course is judged anew from before what came to the present, so that a late position is found as one
 * that was heard at once.
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
      const verdict = await judgeSignal(trx, { ...one, on }, now, inDoubt);
      verdicts.push(verdict);
      const judgedTo = Math.max(one.judgedTo, on.point.heardAt ?? 0);
      next.push({ ...one, judgedTo, dueAt: dueOf(verdict, now, inDoubt) });
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
      floor(extract(epoch from s.judged_to) * 1000)::float8 as "judgedTo",
      floor(extract(epoch from f.from_ts) * 1000)::float8 as "from"
    from alarm_signal s left join first f on f.point_id = s.point_id
    where (f.point_id is not null or s.due_at <= ${new Date(now)})
      and (${only ?? null}::integer is null or s.point_id = ${only ?? null}) and not s.point_id = any (${except}::integer[])
    order by s.point_id, s.alarm_id`.execute(trx);
  return rows;
}

/** Judges one rule on one point. */
async function judgeSignal(
  trx: Db,
  { on, begunAt, judgedTo, from }: DueSignal & { readonly on: SignalAssignment },
  now: number,
  inDoubt: boolean,
): Promise<Verdict> {
  const { point, versions } = on;
  const oldest = Math.max(begunAt, now - OLDEST_MS);
  // A position holds until the next one: only the delays reach further.
  const reach = Math.max(...versions.map(({ rule: { times } }) => times.onDelayMs + times.offDelayMs));
  // The clock of the point: what it was heard of last, and the time since that arrived.
  const clock = point.heardAt === null ? null : point.heardAt + Math.max(0, now - (point.receivedAt ?? now));
  const nothingLate = from === null || from > judgedTo;
  const going = nothingLate ? await standingFrom(trx, on, judgedTo - reach, oldest) : null;
  const begun = going ?? (await anewFrom(trx, on, Math.max(oldest, Math.min(from ?? Infinity, judgedTo)), { reach, oldest, judgedTo })); // prettier-ignore
  const { begin, standing } = begun;
  const to = Math.max(clock ?? begin, begin + 1);
  const hold = holdOf(point.expectedSeconds);
  const samples = await samplesIn(trx, point.id, { from: begin, to: to + 1, hold });
  const intervals = intervalsOf(samples, begin, to + 1, hold);
  const readings = signalReadings(versions, intervals, point.id);
  const rewind = going ? null : { start: begin, to };
  const judged = judge(versions, standing, readings, inDoubt ? null : clock, rewind);
  const known = intervals.at(-1)?.value !== null && clock !== null;
  // A version that begins after what the point's clock shows is judged when that reaches it.
  const begins = versions.map(({ validFrom }) => validFrom).filter((at) => at > to);
  const next = Math.min(judged.dueAt ?? Infinity, ...begins);
  const dueAt = clock === null || !Number.isFinite(next) ? null : now + Math.max(0, next - clock) + 1;
  const { records } = standing;
  return { on, ...judged, dueAt, records, knownTo: known ? now : (point.heardAt ?? 0) };
}

/** Where judging of a point begins, and what stands there. */
interface Begun {
  readonly begin: number;
  readonly standing: Standing & { readonly records: readonly KeptRecord[] };
}

const confirmedOf = (records: readonly KeptRecord[]): number[] =>
  records.flatMap(({ confirmedAt }) => confirmedAt ?? []);

/** From before every record that reaches up to what came, with nothing standing. */
async function anewFrom(
  trx: Db,
  on: SignalAssignment,
  since: number,
  { reach, oldest, judgedTo }: { readonly reach: number; readonly oldest: number; readonly judgedTo: number },
): Promise<Begun> {
  const { start, records } = await startOf(trx, on, since, reach);
  const standing = { judgedTo, state: NORMAL, records, confirmedAt: confirmedOf(records) };
  return { begin: Math.max(start, oldest), standing };
}

/**
 * From an instant (ms) at which an alarm stands and the point is in an alarm state, so that nothing of what led to it decides
 * any more: one that stands for weeks is not judged from its raise at every position. Null where it is not so.
 */
async function standingFrom(
  trx: Db,
  on: SignalAssignment,
  begin: number,
  oldest: number,
): Promise<Begun | null> {
  if (begin < oldest) return null;
  const { point, versions } = on;
  const records = await signalRecordsOf(trx, on, begin);
  const open = records.find((one) => !one.withdrawn && !one.retired && clearedAtOf(one) === null);
  const last = open?.episodes.at(-1);
  if (!last || last.raisedAt > begin) return null;
  const hold = holdOf(point.expectedSeconds);
  const samples = await samplesIn(trx, point.id, { from: begin, to: begin + 1, hold });
  const [there] = signalReadings(versions, intervalsOf(samples, begin, begin + 1, hold), point.id);
  if (there?.values[SIGNAL_CODE] !== 1) return null;
  const state: AlarmState = { phase: 'active', raisedAt: last.raisedAt, peak: last.peak };
  return { begin, standing: { judgedTo: begin, state, records, confirmedAt: confirmedOf(records) } };
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
    update alarm_signal s set due_at = n.due_at, judged_to = n.judged_to
    from unnest(${next.map(({ alarmId }) => alarmId)}::integer[], ${next.map(({ pointId }) => pointId)}::integer[],
      ${next.map(({ dueAt }) => (dueAt === null ? null : new Date(dueAt)))}::timestamptz[],
      ${next.map(({ judgedTo }) => new Date(judgedTo))}::timestamptz[]) n (alarm_id, point_id, due_at, judged_to)
    where s.alarm_id = n.alarm_id and s.point_id = n.point_id`.execute(trx);
  await sql`
    delete from alarm_signal s where point_id = any (${pointIds}::integer[])
      and not exists (select from unnest(${next.map(({ alarmId }) => alarmId)}::integer[], ${next.map(({ pointId }) => pointId)}::integer[])
        n (alarm_id, point_id) where s.alarm_id = n.alarm_id and s.point_id = n.point_id)`.execute(trx);
}
