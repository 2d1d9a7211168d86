import { sql } from 'kysely';
import { conflict, Fault } from '#contract/error.ts';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { slotsBegun, takenUp } from '#domain/storage/plan.ts';
import { planAfter } from '#domain/storage/planCourse.ts';
import { daySlots } from '#domain/storage/slots.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import type { Witness } from '#feature/house/session/server/public.ts';
import { planCurve } from '#resource/archive/planCurve.ts';
import type { Db } from '#server/database/db.ts';
import { recordChanges } from '#server/resource/audit.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { PlanCurveRow } from '../contract.ts';
import { judge } from './day.ts';
import { refuseViolations } from './life.ts';
import { type LoadMemo, loadMemo, loadOf } from './load.ts';
import { tellSender } from './plan.ts';
import { planRows } from './row.ts';
import { sentOf, socMeasured } from './soc.ts';
import { type Station, stationsByIds } from './station.ts';

/** A plan that was to be issued, and why it was not; null = it is. */
export interface Issued {
  readonly plan: PlanCurveRow;
  readonly fault: Fault | null;
}

const IS_ISSUED: ReadonlySet<PlanState> = new Set<PlanState>(['issued', 'accepted', 'running']);

/** Plans by their ids in that order, which nobody else moves meanwhile; those that are not seen are left out. */
async function heldPlans(db: Db, ids: readonly number[]): Promise<PlanCurveRow[]> {
  await sql`select from plan_curve where id = any (${ids}::integer[]) order by id for update`.execute(db);
  return (await planRows(db, { ids })).toSorted((a, b) => a.id - b.id);
}

/** The highest version of each day that is not revoked, by station and day. */
async function newestOf(db: Db, plans: readonly PlanCurveRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ stationId: number; planDate: string; version: number }>`
    select station_id as "stationId", plan_date::text as "planDate", max(version)::integer as version from plan_curve
    where station_id = any (${plans.map((one) => one.stationId)}::integer[])
      and plan_date = any (${plans.map((one) => one.planDate)}::date[]) and plan_state <> 'revoked'
    group by 1, 2`.execute(db);
  return new Map(rows.map(({ stationId, planDate, version }) => [`${stationId} ${planDate}`, version]));
}

interface Judged {
  readonly station: Station | undefined;
  /** The highest version of its day. */
  readonly newest: number;
  readonly now: number;
  readonly memo: LoadMemo;
}

/** Why nothing may be sent to a station; null = it may. */
async function unreachable(db: Db, station: Station | undefined, name: string): Promise<Fault | null> {
  if (station && !station.inUse) return conflict({ zh: `${name} 已停用`, en: `${name} is out of use` });
  if (!station?.wired)
    return conflict({
      zh: `${name} 未配置 EMS 网关与设备名称`,
      en: `${name}: no EMS gateway and device are set`,
    });
  // A device holds one plan of a day: each of two stations would believe that its own runs.
  const { stationId, gatewayId, deviceName } = station;
  const { rows } = await sql<{ name: string }>`
    select shown_name(station_name, station_name_en) as name from storage_station
    where gateway_id = ${gatewayId} and device_name = ${deviceName} and state = '1' and id <> ${stationId} limit 1`.execute(
    db,
  );
  const [other] = rows;
  if (!other) return null;
  return conflict({
    zh: `${name} 与 ${other.name} 指向同一 EMS 设备`,
    en: `${name} and ${other.name} name the same EMS device`,
  });
}

/** Why a plan may not be sent now; null = it may. */
async function hindranceOf(
  db: Db,
  plan: PlanCurveRow,
  { station, newest, now, memo }: Judged,
): Promise<Fault | null> {
  const state = PLAN_STATES[plan.planState];
  if (planAfter(plan.planState, 'issue') === null)
    return conflict({
      zh: `第 ${plan.version} 版${state.zh}，不能下发`,
      en: `Version ${plan.version} is “${state.en}” and is not issued`,
    });
  const mute = await unreachable(db, station, plan.stationName);
  if (mute || !station) return mute;
  if (plan.planDate < dateAt(station.timeZone, now))
    return conflict({ zh: `${plan.planDate} 已过`, en: `${plan.planDate} is over` });
  if (newest > plan.version)
    return conflict({
      zh: `已有第 ${newest} 版，不再下发第 ${plan.version} 版`,
      en: `There is a version ${newest}, version ${plan.version} is not issued any more`,
    });
  // What the station can do may have changed since it was approved.
  const { load } = await loadOf(db, station, plan.planDate, now, memo);
  const { points, socStart, planDate, stationId } = plan;
  const dayStart = startOfDate(station.timeZone, planDate);
  const begun = slotsBegun(dayStart, now);
  const sent = sentOf(await planRows(db, { stationId, fromDt: planDate, toDt: planDate }), dayStart);
  const socAnchor = await socMeasured(db, station, { planDate, sent }, now);
  // Slots that began meanwhile the device leaves as they were: what it holds comes of what it was told.
  const course = takenUp(points, sent, begun);
  try {
    refuseViolations(
      judge(station, { load, begun, sent, socAnchor }, course, socStart),
      daySlots(station.timeZone, planDate),
    );
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return null;
}

/**
 * Hands plans to be sent, each where it may be; one that is on its way or accepted already is what it is, and nothing is sent
 * twice. Those that are not seen are left out.
 */
export async function issuePlans(
  call: SlotCall,
  ids: readonly number[],
  witness: Witness | null,
): Promise<Issued[]> {
  const { trx } = call;
  const plans = await heldPlans(trx, ids);
  const stations = await stationsByIds(trx, [...new Set(plans.map((one) => one.stationId))]);
  const newest = await newestOf(trx, plans);
  const [now, memo] = [Date.now(), loadMemo()];
  const results: Issued[] = [];
  for (const plan of plans) {
    const station = stations.get(plan.stationId);
    const last = newest.get(`${plan.stationId} ${plan.planDate}`) ?? plan.version;
    const fault = IS_ISSUED.has(plan.planState)
      ? null
      : await hindranceOf(trx, plan, { station, newest: last, now, memo });
    results.push({ plan, fault });
  }
  const go = results.filter(({ plan, fault }) => fault === null && !IS_ISSUED.has(plan.planState));
  await markIssued(call, go.map(({ plan }) => plan), witness); // prettier-ignore
  return results;
}

/** Writes down that plans wait to be sent, and by whom. */
async function markIssued(
  call: SlotCall,
  plans: readonly PlanCurveRow[],
  witness: Witness | null,
): Promise<void> {
  if (plans.length === 0) return;
  const { employeeId, name } = call.caller;
  await sql`update plan_curve set plan_state = 'issued', issued_at = now(), issued_by = ${name}, issued_by_id = ${employeeId},
      witnessed_by = ${witness?.name ?? null}, witnessed_by_id = ${witness?.employeeId ?? null}, attempts = 0,
      _attempt_at = null, _next_at = null, note = null
    where id = any (${plans.map(({ id }) => id)}::integer[])`.execute(call.trx);
  await recordChanges(
    call,
    planCurve,
    'edit',
    plans.map(({ id, consumerId, planId, version, planState }) => ({
      before: { id, consumerId, planId, version, planState },
      after: { id, consumerId, planId, version, planState: 'issued', witnessedBy: witness?.name ?? null },
    })),
  );
  await tellSender(call.trx);
}
