import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { PLAN_STATES, type PlanSource } from '#contract/plan.ts';
import { energyOf, tenths } from '#domain/storage/plan.ts';
import { withinDay } from '#domain/storage/slots.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { planCurve } from '#resource/archive/planCurve.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { findRow } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { PlanCurveRow } from '../contract.ts';
import type { DayFrame } from './day.ts';
import type { Station } from './station.ts';

/** So many days ahead plans are made. */
const MOST_DAYS_AHEAD = 366;

/** What a plan is to be. */
export interface Draft {
  readonly points: readonly number[];
  /** %, when the day begins. */
  readonly socStart: number;
  readonly source: PlanSource;
  readonly strategy?: { readonly id: number; readonly version: number } | undefined;
  readonly note?: string | undefined;
  /** The draft that was looked at, and the edition of it. */
  readonly seen?: { readonly id: number; readonly edition: number } | undefined;
}

/** How a plan of a station for a day is called. */
const planIdOf = (stationId: number, planDate: string): string =>
  `PC-${planDate.replaceAll('-', '')}-${stationId}`;

/** A day that plans may still be made for. @throws Fault 400 */
export function checkDay({ timeZone }: Station, planDate: string, now: number): void {
  const today = dateAt(timeZone, now);
  if (planDate < today)
    throw badInput(
      {
        zh: `日期：${planDate} 已过，不能再编制计划`,
        en: `Day: ${planDate} is over, no plan is made for it`,
      },
      'planDate',
    );
  if (planDate > addDays(today, MOST_DAYS_AHEAD))
    throw badInput(
      { zh: `日期：最多提前 ${MOST_DAYS_AHEAD} 天`, en: `Day: at most ${MOST_DAYS_AHEAD} days ahead` },
      'planDate',
    );
}

/** Slots that have begun keep what the station was told to run. @throws Fault 400 naming the slot */
export function checkBegun(
  frame: Pick<DayFrame, 'begun' | 'sent' | 'slots'>,
  points: readonly number[],
): void {
  const slot = points.findIndex((kw, i) => i < frame.begun && tenths(kw) !== (frame.sent[i] ?? 0));
  if (slot < 0) return;
  const [kept, clock] = [frame.sent[slot] ?? 0, frame.slots.clocks[slot] ?? ''];
  throw badInput(
    {
      zh: `96 点曲线：${clock} 时段已开始，保持 ${kept} kW`,
      en: `Curve: the slot at ${clock} has begun and keeps ${kept} kW`,
    },
    'points',
  );
}

/** The draft of a day that is open, if there is one. @throws Fault 409 where a version is on its way */
function openDraft(frame: DayFrame, seen: Draft['seen']): PlanCurveRow | undefined {
  const open = frame.versions.find(({ planState }) =>
    ['draft', 'submitted', 'approved', 'issued'].includes(planState),
  );
  if (open && open.planState !== 'draft') {
    const { zh, en } = PLAN_STATES[open.planState];
    throw conflict({
      zh: `第 ${open.version} 版${zh}：撤回或撤销后才能编制新的版本`,
      en: `Version ${open.version} is “${en}”: take it back or revoke it before another is made`,
    });
  }
  if (seen && (open?.id !== seen.id || open.edition !== seen.edition))
    throw conflict({
      zh: '草稿已被他人修改或提交，请刷新后再编辑',
      en: 'Somebody else changed the draft or submitted it, look at it again',
    });
  return open;
}

/** Writes a draft: the open one of the day anew, or the next version. The station is held. @throws Fault 400, 409 */
export async function saveDraft(
  call: SlotCall,
  station: Station,
  frame: DayFrame,
  draft: Draft,
): Promise<number> {
  const { trx, caller } = call;
  const points = withinDay(draft.points.map(tenths), frame.slots);
  checkDay(station, frame.planDate, frame.now);
  checkBegun(frame, points);
  const open = openDraft(frame, draft.seen);
  const before = open ? ((await findRow(trx, planCurve, open.id)) ?? null) : null;
  const id = await write(trx, station, frame, { ...draft, points }, open, {
    id: caller.employeeId,
    name: caller.name,
  });
  await recordChange(
    call,
    planCurve,
    open ? 'edit' : 'add',
    before,
    (await findRow(trx, planCurve, id)) ?? null,
  );
  return id;
}

/** Writes the row of a draft. @param by who made it; null = the product by itself */
export async function write(
  trx: Db,
  station: Station,
  frame: DayFrame,
  { points, socStart, source, strategy, note }: Draft,
  open: PlanCurveRow | undefined,
  by: { readonly id: number; readonly name: string } | null,
): Promise<number> {
  const { chargedKwh, dischargedKwh } = energyOf(points);
  const planId = planIdOf(station.stationId, frame.planDate);
  const curve = JSON.stringify({ points });
  const { rows } = await (
    open
      ? sql<{
          id: number;
        }>`update plan_curve set curve = ${curve}::jsonb, soc_start = ${socStart}, plan_source = ${source},
          charged_kwh = ${chargedKwh}, discharged_kwh = ${dischargedKwh}, strategy_id = ${strategy?.id ?? null},
          strategy_version = ${strategy?.version ?? null}, made_by = ${by?.name ?? null}, made_by_id = ${by?.id ?? null},
          made_at = now(), note = ${note ?? null}, _edition = _edition + 1
        where id = ${open.id} and plan_state = 'draft' and _edition = ${open.edition} returning id`
      : sql<{
          id: number;
        }>`insert into plan_curve (plan_id, _initials, consumer_id, station_id, plan_date, version, plan_state,
          plan_source, curve, soc_start, charged_kwh, discharged_kwh, strategy_id, strategy_version, made_by, made_by_id,
          made_at, attempts, note)
        values (${planId}, ${initialsOf(planId)}, ${station.consumerId}, ${station.stationId}, ${frame.planDate}::date,
          ${(frame.versions[0]?.version ?? 0) + 1}, 'draft', ${source}, ${curve}::jsonb, ${socStart}, ${chargedKwh},
          ${dischargedKwh}, ${strategy?.id ?? null}, ${strategy?.version ?? null}, ${by?.name ?? null}, ${by?.id ?? null},
          now(), 0, ${note ?? null}) returning id`
  ).execute(trx);
  const id = rows[0]?.id;
  if (id === undefined)
    throw conflict({
      zh: '草稿已被他人修改或提交，请刷新后再编辑',
      en: 'Somebody else changed the draft or submitted it, look at it again',
    });
  return id;
}
