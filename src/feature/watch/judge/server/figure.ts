import { sql } from 'kysely';
import { figureReadings, levelOfFigure } from '#domain/alarm/figure.ts';
import { judge } from '#domain/alarm/judge.ts';
import { HOLD_STEPS } from '#domain/alarm/settings.ts';
import { bucketEnd, bucketStart, type Level } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { apply } from './apply.ts';
import { bucketsOf } from './bucket.ts';
import { takeMarks } from './figureMark.ts';
import { isFigure, keyOf, OLDEST_MS, standingOf, startOf, type Verdict } from './judgeMeters.ts';
import type { Assignment } from './load.ts';
import { LOCK, type Looked, type LookOptions, NOTHING } from './look.ts';
import { MOST_METERS } from './most.ts';
import { assignmentsOf } from './ruleBook.ts';
import { freshUntil } from './fresh.ts';

interface Due {
  readonly alarmId: number;
  readonly ammeterId: number;
  readonly judgedTo: Date;
  readonly from: Date | null;
  /** Something of the meter is not folded yet that may belong to a bucket that is over. */
  readonly folds: boolean;
}

/** Where a meter is folded right now, it is looked again after. */
const FOLDING_MS = 1000;
/** A bucket of which too little is known may become whole for a while; what comes after that marks it. */
const UNKNOWN_MS = 300_000;
const WHOLE_MS = HOUR_MS;

const wanted = ({ now, only, except = [] }: LookOptions) => sql`due_at <= ${new Date(now)}
  and (${only ?? null}::integer is null or ammeter_id = ${only ?? null}) and not ammeter_id = any (${except}::integer[])`;

/** The meters whose figures are due, without taking them. */
export async function dueFigures(db: Db, options: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_figure where ${wanted(options)} limit ${MOST_METERS}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Judges the rules on figures that are due, in one transaction: when a bucket is over, and again when one that was judged
 * has been folded anew.
 * @returns the meters that were judged, none where none is due or another process looks
 */
export async function lookAtFigures(db: Db, options: LookOptions): Promise<Looked> {
  // By a clock that is wrong no bucket is over.
  if (options.inDoubt) return NOTHING;
  const { now, ways } = options;
  return db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx);
    if (!lock[0]?.mine) return NOTHING;
    await takeMarks(trx, now);
    const { rows: due } = await sql<Due>`
      select f.alarm_id as "alarmId", f.ammeter_id as "ammeterId", f.judged_to as "judgedTo", f.from_ts as "from",
        exists (select from dirty d where d.meter_id = f.ammeter_id
          and d.from_ts <= date_bin('15 minutes', ${new Date(now)}::timestamptz, 'epoch')
            + ${HOLD_STEPS} * m.interval_seconds * interval '1 second') as folds
      from (select * from alarm_figure where ${wanted(options)} order by due_at limit ${MOST_METERS}) f
        join ammeter m on m.id = f.ammeter_id`.execute(trx);
    if (due.length === 0) return NOTHING;
    const folding = due.filter(({ folds }) => folds);
    await later(
      trx,
      folding.map((one) => ({ ...one, dueAt: now + FOLDING_MS })),
    );
    const ready = due.filter(({ folds }) => !folds);
    const meterIds = [...new Set(ready.map(({ ammeterId }) => ammeterId))];
    const assignments = new Map((await assignmentsOf(trx, meterIds)).map((on) => [keyOf(on), on]));
    const zones = new Map((await visibleMeters(trx, meterIds)).map(({ id, zone }) => [id, zone]));
    const verdicts: Verdict[] = [];
    const judged: (Due & { readonly judgedAt: number; readonly dueAt: number })[] = [];
    for (const one of ready) {
      const on = assignments.get(keyOf(one));
      const zone = zones.get(one.ammeterId);
      if (!on?.on || !isFigure(on) || !zone) {
        await sql`delete from alarm_figure where alarm_id = ${one.alarmId} and ammeter_id = ${one.ammeterId}`.execute(
          trx,
        );
        continue;
      }
      const { verdict, judgedAt, dueAt } = await judgeFigure(trx, on, one, zone, now);
      verdicts.push(verdict);
      judged.push({ ...one, judgedAt, dueAt });
    }
    await keep(trx, judged);
    const news = await apply(trx, ways, verdicts, now);
    return { ids: meterIds, news };
  });
}

/** Judges one rule on one meter from the first bucket that changed, or that was not judged yet. */
async function judgeFigure(
  trx: Db,
  on: Assignment,
  { judgedTo, from }: Due,
  zone: Zone,
  now: number,
): Promise<{ verdict: Verdict; judgedAt: number; dueAt: number }> {
  const figures = on.versions.flatMap(({ rule: { figure } }) => (figure ? [figure.of] : []));
  const levels = [...new Set(figures.map(levelOfFigure))];
  const first = on.versions[0]?.validFrom ?? now;
  // The last bucket that was over when the rule began is its first; what is older was nobody's to judge.
  const begin = Math.min(...levels.map((level) => bucketStart(zone, level, first)));
  const touched = Math.min(judgedTo.getTime(), from?.getTime() ?? Infinity);
  const oldest = Math.max(begin, now - OLDEST_MS);
  const since = Math.max(Math.min(...levels.map((level) => bucketStart(zone, level, touched))), oldest);
  const { start, records } = await startOf(trx, on, since, 0);
  const begun = Math.max(start, oldest);
  const buckets = (
    await Promise.all(
      levels.map((level) => bucketsOf(trx, { meterId: on.ammeterId, zone, level, figures }, begun, now)),
    )
  ).flat();
  const readings = figureReadings(on.versions, buckets, now).filter(({ at }) => at >= begun);
  const last = readings.at(-1);
  const judgedAt = Math.max(judgedTo.getTime(), last?.at ?? 0);
  const standing = { ...standingOf(on, judgedTo.getTime(), records), judgedTo: judgedTo.getTime() };
  const result = judge(on.versions, standing, readings, null, { start: begun, to: now });
  const known = last !== undefined && Object.values(last.values).every(Number.isFinite);
  const next = Math.min(...levels.map((level) => nextDue(on, zone, level, now)));
  return {
    judgedAt,
    dueAt: known || now - (last?.at ?? 0) > WHOLE_MS ? next : Math.min(next, now + UNKNOWN_MS),
    verdict: {
      on,
      ...result,
      dueAt: null,
      records,
      judgedTo: judgedTo.getTime(),
      // A figure is what is known of its meter until the next one is due.
      freshTo: known ? Infinity : freshUntil(last?.at ?? 0),
    },
  };
}

/** When the bucket that is under way, or the last one that is left to become whole, is to be judged. */
function nextDue(on: Assignment, zone: Zone, level: Level, now: number): number {
  const waitMs = on.versions.at(-1)?.rule.figure?.waitMs ?? 0;
  const over = bucketStart(zone, level, now - waitMs);
  return bucketEnd(zone, level, over) + waitMs;
}

async function later(trx: Db, rows: readonly (Due & { readonly dueAt: number })[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update alarm_figure f set due_at = u.due_at
    from unnest(${rows.map(({ alarmId }) => alarmId)}::integer[], ${rows.map(({ ammeterId }) => ammeterId)}::integer[],
      ${rows.map(({ dueAt }) => new Date(dueAt))}::timestamptz[]) u (alarm_id, ammeter_id, due_at)
    where f.alarm_id = u.alarm_id and f.ammeter_id = u.ammeter_id`.execute(trx);
}

async function keep(
  trx: Db,
  rows: readonly (Due & { readonly judgedAt: number; readonly dueAt: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update alarm_figure f set judged_to = u.judged_to, due_at = u.due_at, from_ts = null
    from unnest(${rows.map(({ alarmId }) => alarmId)}::integer[], ${rows.map(({ ammeterId }) => ammeterId)}::integer[],
      ${rows.map(({ judgedAt }) => new Date(judgedAt))}::timestamptz[], ${rows.map(({ dueAt }) => new Date(dueAt))}::timestamptz[])
      u (alarm_id, ammeter_id, judged_to, due_at)
    where f.alarm_id = u.alarm_id and f.ammeter_id = u.ammeter_id`.execute(trx);
}
