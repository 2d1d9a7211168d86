import { sql } from 'kysely';
import { judge, reachOf, REOPEN_MS, versionAt } from '#domain/alarm/judge.ts';
import { aheadOf, type MeterClock, valueClock } from '#domain/alarm/meterClock.ts';
import type { AlarmState } from '#domain/alarm/machine.ts';
import { mixedReadings } from '#domain/alarm/mixed.ts';
import { figureLevels, firstEndAfter, lastEndAt, openFigure, withFolds } from '#domain/alarm/openFigure.ts';
import { HOLD_STEPS } from '#domain/alarm/settings.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { apply } from './apply.ts';
import { clockNow, isMixed, keyOf, OLDEST_MS, standingOf, startOf, type Verdict } from './judgeMeters.ts';
import { type Assignment, type KeptRecord, type Progress, progressOf, recordsSince } from './load.ts';
import { LOCK, type Looked, type LookOptions, NOTHING } from './look.ts';
import { mixedInput, type PointFacts, pointsOfMixed } from './mixedLoad.ts';
import { takeMixedMarks } from './mixedMark.ts';
import { MOST_METERS } from './most.ts';
import { assignmentsOf } from './ruleBook.ts';
import { freshUntil } from './fresh.ts';

/** A pair that is due; instants in ms. */
interface Due {
  readonly alarmId: number;
  readonly ammeterId: number;
  readonly begunAt: number;
  readonly judgedTo: number;
  readonly figuredTo: number;
  readonly state: AlarmState;
  readonly from: number | null;
  /** Something of the meter is not folded yet that may belong to a bucket that is over. */
  readonly folds: boolean;
}

/** Where a pair stands after a look. */
interface Next extends Pick<Due, 'alarmId' | 'ammeterId' | 'judgedTo' | 'figuredTo' | 'state'> {
  readonly dueAt: number | null;
}

/** What stands and was told to nobody is looked at again after. */
const UNTOLD_MS = MINUTE_MS;

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);
const wanted = ({ now, only, except = [] }: LookOptions) => sql`due_at <= ${new Date(now)}
  and (${only ?? null}::integer is null or ammeter_id = ${only ?? null}) and not ammeter_id = any (${except}::integer[])`;

/** The meters of compositions that are due, without taking them. */
export async function dueMixed(db: Db, options: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_mixed where ${wanted(options)} limit ${MOST_METERS}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function takeDue(trx: Db, options: LookOptions): Promise<Due[]> {
  await takeMixedMarks(trx, options.now);
  const { rows } = await sql<Due>`
    select x.alarm_id as "alarmId", x.ammeter_id as "ammeterId", ${ms('x.begun_at')} as "begunAt", ${ms('x.judged_to')} as "judgedTo",
      ${ms('x.figured_to')} as "figuredTo", x.state, ${ms('x.from_ts')} as "from",
      exists (select from dirty d where d.meter_id = x.ammeter_id
        and d.from_ts <= date_bin('15 minutes', ${new Date(options.now)}::timestamptz, 'epoch')
          + ${HOLD_STEPS} * m.interval_seconds * interval '1 second') as folds
    from (select * from alarm_mixed where ${wanted(options)} order by due_at limit ${MOST_METERS}) x
      join ammeter m on m.id = x.ammeter_id`.execute(trx);
  return rows;
}

/**
 * Judges the compositions over several sources that are due, in one transaction: when a value, a figure or a position came, and
 * when time alone changes something.
 * @returns the meters that were judged, none where none is due or another process looks
 */
export async function lookAtMixed(db: Db, options: LookOptions): Promise<Looked> {
  // By a clock that is wrong no bucket is over, and no delay.
  if (options.inDoubt) return NOTHING;
  const { now, ways } = options;
  return db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx);
    if (!lock[0]?.mine) return NOTHING;
    const due = await takeDue(trx, options);
    if (due.length === 0) return NOTHING;
    const meterIds = [...new Set(due.map(({ ammeterId }) => ammeterId))];
    const assignments = new Map((await assignmentsOf(trx, meterIds)).map((on) => [keyOf(on), on]));
    const zones = new Map((await visibleMeters(trx, meterIds)).map(({ id, zone }) => [id, zone]));
    const named = [...assignments.values()].flatMap(({ versions }) =>
      versions.flatMap(({ rule }) => [...(rule.mixed?.steps.keys() ?? [])]),
    );
    const progress = await progressOf(trx, [...new Set([...meterIds, ...named])]);
    const verdicts: Verdict[] = [];
    const next: Next[] = [];
    for (const one of due) {
      const on = assignments.get(keyOf(one));
      const zone = zones.get(one.ammeterId);
      if (!on?.on || !isMixed(on) || !zone) {
        await sql`delete from alarm_mixed where alarm_id = ${one.alarmId} and ammeter_id = ${one.ammeterId}`.execute(
          trx,
        );
        continue;
      }
      const judged = await judgeMixed(trx, { ...one, on, zone, meters: clocksOf(on, progress, now) }, now);
      verdicts.push(judged.verdict);
      next.push(judged.next);
    }
    const news = await apply(trx, ways, verdicts, now);
    await keep(trx, next);
    return { ids: meterIds, news };
  });
}

interface Pair extends Due {
  readonly on: Assignment;
  readonly zone: Zone;
  /** The meters whose values it asks for, as far as anything was heard of them. */
  readonly meters: readonly MeterClock[];
}

/** The clocks of the meters whose values a composition asks for. */
function clocksOf(
  { ammeterId, stepMs, versions }: Assignment,
  progress: ReadonlyMap<number, Progress>,
  now: number,
): MeterClock[] {
  const { mixed } = versionAt(versions, now).rule;
  const steps = new Map(mixed?.steps ?? []).set(ammeterId, stepMs);
  return [...steps].flatMap(([id, step]): MeterClock[] => {
    const one = progress.get(id);
    if (!one) return [];
    const at = clockNow(one.judgedTo, one.heardAt, now);
    return [{ newest: one.judgedTo, at, holdMs: HOLD_STEPS * step }];
  });
}

/** Judges one composition on one meter: on from where it stands, or again from before what came late. */
async function judgeMixed(trx: Db, pair: Pair, now: number): Promise<{ verdict: Verdict; next: Next }> {
  const { on, zone, judgedTo, meters } = pair;
  const { versions, ammeterId } = on;
  const points = await pointsOfMixed(trx, versions);
  const figured = { versions, zone, figuredTo: pair.figuredTo, folds: pair.folds };
  const awaited = firstEndAfter(figured, now);
  const clock = clockOf(meters, points, awaited === null ? judgedTo : lastEndAt(figured, now), now);
  const to = Math.max(clock, judgedTo);
  const { begin, records, late } = await beginOf(trx, pair, Math.min(pair.from ?? Infinity, awaited ?? Infinity), now); // prettier-ignore
  const loaded = await mixedInput(trx, { ammeterId, versions, zone }, points, { begin, to, now });
  const input = { ...loaded, buckets: loaded.buckets.map((one) => withFolds(figured, one)) };
  const { readings, next } = mixedReadings(versions, input, { begin, to, now, anew: late });
  const standing = {
    ...standingOf({ ...on, state: pair.state }, judgedTo, records),
    ...(awaited === null ? {} : { awaited }),
  };
  const judged = judge(versions, standing, readings, clock, late ? { start: begin, to } : null);
  const open = openFigure(figured, input.buckets, now);
  const dataDue = Math.min(judged.dueAt ?? Infinity, next, aheadOf(meters, to));
  const untold = judged.changes.length > 0 || records.some(({ told, episodes }) => told < episodes.length);
  const dueAt = Math.min(
    Number.isFinite(dataDue) ? now + Math.max(0, dataDue - clock) + 1 : Infinity,
    open.dueAt,
    untold ? now + UNTOLD_MS : Infinity,
  );
  const { alarmId } = pair;
  return {
    verdict: { on, ...judged, dueAt: null, records, judgedTo, freshTo: freshToOf(pair, points, open.whole) },
    next: {
      alarmId,
      ammeterId,
      judgedTo: Math.max(judgedTo, readings.at(-1)?.at ?? 0),
      figuredTo: open.figuredTo,
      state: judged.state,
      dueAt: Number.isFinite(dueAt) ? dueAt : null,
    },
  };
}

/** Where judging goes on, or begins again, with the records that it may touch. */
async function beginOf(
  trx: Db,
  { on, begunAt, judgedTo }: Pair,
  from: number,
  now: number,
): Promise<{ begin: number; records: readonly KeptRecord[]; late: boolean }> {
  if (from > judgedTo) {
    const all = await recordsSince(trx, new Map([[on.ammeterId, judgedTo - REOPEN_MS]]));
    const records = all.filter(({ alarmId }) => alarmId === on.alarmId);
    return { begin: judgedTo + 1, records, late: false };
  }
  const oldest = Math.max(begunAt, now - OLDEST_MS);
  const { start, records } = await startOf(trx, on, Math.max(from, oldest), reachOf(on.versions));
  return { begin: Math.max(start, oldest), records, late: true };
}

/** The clock of a composition: the newest of what its sources show, as each goes on by ours. */
const clockOf = (
  meters: readonly MeterClock[],
  points: readonly PointFacts[],
  least: number,
  now: number,
): number =>
  Math.max(
    least,
    valueClock(meters),
    ...points.flatMap(({ heardAt, receivedAt }) =>
      heardAt === null ? [] : [heardAt + Math.max(0, now - (receivedAt ?? now))],
    ),
  );

/** Until when (ms) anything that is known of what a composition asks for tells of the present. */
function freshToOf({ on, meters }: Pair, points: readonly PointFacts[], figured: boolean): number {
  if (figured && figureLevels(on.versions).length > 0) return Infinity;
  // A point that tells changes alone is known as long as nothing is told.
  const heard = points.map(({ heardAt, expectedSeconds }) =>
    heardAt === null ? 0 : expectedSeconds === null ? Infinity : freshUntil(heardAt),
  );
  return Math.max(0, ...meters.map(({ newest, holdMs }) => freshUntil(newest, holdMs)), ...heard);
}

async function keep(trx: Db, rows: readonly Next[]): Promise<void> {
  if (rows.length === 0) return;
  const at = (list: readonly (number | null)[]) => list.map((one) => (one === null ? null : new Date(one)));
  await sql`
    update alarm_mixed x set judged_to = u.judged_to, figured_to = u.figured_to, state = u.state, due_at = u.due_at, from_ts = null
    from unnest(${rows.map(({ alarmId }) => alarmId)}::integer[], ${rows.map(({ ammeterId }) => ammeterId)}::integer[],
      ${at(rows.map(({ judgedTo }) => judgedTo))}::timestamptz[], ${at(rows.map(({ figuredTo }) => figuredTo))}::timestamptz[],
      ${rows.map(({ state }) => JSON.stringify(state))}::jsonb[], ${at(rows.map(({ dueAt }) => dueAt))}::timestamptz[])
      u (alarm_id, ammeter_id, judged_to, figured_to, state, due_at)
    where x.alarm_id = u.alarm_id and x.ammeter_id = u.ammeter_id`.execute(trx);
}
