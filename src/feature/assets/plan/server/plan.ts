import { type RawBuilder, sql } from 'kysely';
import { conflict, noSuchRow } from '#contract/error.ts';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { planAfter, type PlanEvent } from '#domain/storage/planCourse.ts';
import { planCurve } from '#resource/archive/planCurve.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { PlanCurveRow } from '../contract.ts';
import { planRows } from './row.ts';

/** A plan that nobody else moves meanwhile. @throws Fault 404 */
export async function heldPlan(db: Db, id: number): Promise<PlanCurveRow> {
  await sql`select from plan_curve where id = ${id} for update`.execute(db);
  const [plan] = await planRows(db, { ids: [id] });
  if (!plan) throw noSuchRow();
  return plan;
}

/** What is told where an event does not fit where a plan stands. */
export function refuseMove({ planId, version, planState }: PlanCurveRow): never {
  const { zh, en } = PLAN_STATES[planState];
  throw conflict({
    zh: `计划 ${planId} 第 ${version} 版${zh}，不能进行此操作`,
    en: `Plan ${planId} version ${version} is “${en}”: this is not possible`,
  });
}

/**
 * Lets an event happen to a plan that is held, and writes down who did it.
 * @param more what changes beside the state @throws Fault 409 where it does not fit
 */
export async function movePlan(
  call: SlotCall,
  plan: PlanCurveRow,
  event: PlanEvent,
  more: RawBuilder<unknown> = sql``,
): Promise<PlanState> {
  const next = planAfter(plan.planState, event) ?? refuseMove(plan);
  const before = (await findRow(call.trx, planCurve, plan.id)) ?? null;
  await sql`update plan_curve set plan_state = ${next} ${more} where id = ${plan.id}`.execute(call.trx);
  const after = (await findRow(call.trx, planCurve, plan.id)) ?? null;
  await recordChange(call, planCurve, 'edit', before, after);
  return next;
}

/** The channel on which it is told that plans wait to be sent. */
export const PLANS = 'plan_issue';

/** Who sends plans hears of it at the commit. */
export const tellSender = (trx: Db): Promise<unknown> => sql`select pg_notify(${PLANS}, '')`.execute(trx);
