import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { planAfter } from '#domain/storage/planCourse.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { stopRequest } from '#feature/settings/workflow/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { dayFrame, strategiesOf } from './day.ts';
import { write } from './save.ts';
import { type Station, stationById } from './station.ts';

/**
 * Plans whose day begins run, those whose day is over have finished, those that were not issued by then lapse; by the clock of
 * their site. @returns how many
 */
export async function turnDays(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update plan_curve p set plan_state = case when d.today > p.plan_date then 'finished' else 'running' end
    from (select t.id, (clock_timestamp() at time zone m.time_zone)::date as today
      from storage_station t join monitor_site m on m.id = t.site_id) d
    where d.id = p.station_id and (p.plan_state in ('accepted', 'running') and d.today > p.plan_date
      or p.plan_state = 'accepted' and d.today = p.plan_date)`.execute(db);
  return Number(numAffectedRows ?? 0) + (await lapsePlans(db));
}

/** States in which a plan waits to be agreed to or issued. */
const WAITING = (Object.keys(PLAN_STATES) as PlanState[]).filter(
  (state) => planAfter(state, 'lapse') !== null,
);

interface WaitingPlan {
  readonly id: number;
  readonly state: PlanState;
  readonly requestId: number | null;
}

const MOST_LAPSED = 200;
const LAPSED = '日期已过，未下发 / The day passed before it was issued';

/** Plans of days that are over which were not issued lapse, and who was to agree is asked no more. @returns how many */
async function lapsePlans(db: Db): Promise<number> {
  const { rows } = await sql<WaitingPlan>`
    select p.id, p.plan_state as state, p.request_id as "requestId" from plan_curve p
    join storage_station t on t.id = p.station_id join monitor_site m on m.id = t.site_id
    where p.plan_state = any (${WAITING}::text[]) and p.plan_date < (clock_timestamp() at time zone m.time_zone)::date
    order by p.id limit ${MOST_LAPSED}`.execute(db);
  let lapsed = 0;
  for (const one of rows) {
    const count = await db.transaction().execute((trx) => lapse(trx, one));
    lapsed += count;
  }
  return lapsed;
}

async function lapse(trx: Db, { id, state, requestId }: WaitingPlan): Promise<number> {
  // The request is held before the plan, as who agrees holds them.
  if (state === 'submitted' && requestId !== null) await stopRequest(trx, requestId, LAPSED);
  const { numAffectedRows } = await sql`
    update plan_curve set plan_state = ${planAfter(state, 'lapse')}, revoked_at = clock_timestamp(), note = ${LAPSED}
    where id = ${id} and plan_state = ${state}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** The hour of the day before at which drafts are made by themselves. */
const DRAFT_HOUR = 12;

/** Makes drafts for the next day by strategies that ask for it, where there is no plan yet. @returns how many */
export async function draftNextDay(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ stationId: number }>`
    select distinct s.station_id as "stationId" from storage_strategy s join storage_station t on t.id = s.station_id
    join monitor_site m on m.id = t.site_id
    where s.automatic and s.state = '1' and t.state = '1'
      and extract(hour from ${new Date(now)}::timestamptz at time zone m.time_zone) >= ${DRAFT_HOUR}
      and not exists (select from plan_curve p where p.station_id = t.id
        and p.plan_date = (${new Date(now)}::timestamptz at time zone m.time_zone)::date + 1)`.execute(db);
  let made = 0;
  for (const { stationId } of rows) if (await draftOne(db, stationId, now)) made++;
  return made;
}

/** The strategy that makes the draft of the next day by itself: the one that fits best decides, also that none is made. */
async function automaticOf(db: Db, station: Station, planDate: string) {
  const [strategy] = (await strategiesOf(db, station, planDate)).filter((one) => one.fits);
  return strategy?.automatic ? strategy : undefined;
}

async function draftOne(db: Db, stationId: number, now: number): Promise<boolean> {
  const seen = await stationById(db, stationId);
  const planDate = addDays(dateAt(seen.timeZone, now), 1);
  // What the past days tell is read, and the station held, only where a draft will be made.
  if (!(await automaticOf(db, seen, planDate))) return false;
  return db.transaction().execute(async (trx) => {
    const station = await stationById(trx, stationId, true);
    const strategy = await automaticOf(trx, station, planDate);
    if (!strategy) return false;
    const frame = await dayFrame(trx, station, planDate, now);
    if (frame.versions.length > 0) return false;
    const { points, id, version } = strategy;
    const draft = {
      points,
      socStart: frame.socStart,
      source: 'strategy',
      strategy: { id, version },
    } as const;
    await write(trx, station, frame, draft, undefined, null);
    return true;
  });
}

/** Lets days begin and end, and makes the drafts of the next; looks every minute, any number of processes may. */
export function startDayTurn(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await turnDays(db);
        await draftNextDay(db, Date.now());
      } catch (error) {
        log.warn(`The days of plans: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(MINUTE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}
