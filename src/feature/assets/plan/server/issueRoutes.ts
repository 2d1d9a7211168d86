import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, Fault, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { PLAN_STATES, type PlanState } from '#contract/plan.ts';
import { secondCode } from '#contract/signIn.ts';
import { type Text, textIn } from '#contract/text.ts';
import { dateAt } from '#domain/time/text.ts';
import { planAfter } from '#domain/storage/planCourse.ts';
import { proveOther, whoReaches, type Witness } from '#feature/house/session/server/public.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { type IssueResult, PLAN_MAY, type PlanCurveRow } from '../contract.ts';
import { dayFrame, judge } from './day.ts';
import { refuseViolations } from './life.ts';
import type { LoadMemo } from './load.ts';
import { heldPlan, movePlan, tellSender } from './plan.ts';
import { planRows } from './row.ts';
import { type Station, stationById } from './station.ts';

/** Why a plan may not be sent now; null = it may. */
async function hindranceOf(
  { trx }: SlotCall,
  station: Station,
  plan: PlanCurveRow,
  { now, memo }: { readonly now: number; readonly memo: LoadMemo },
): Promise<Fault | null> {
  const state = PLAN_STATES[plan.planState];
  if (planAfter(plan.planState, 'issue') === null)
    return conflict({
      zh: `第 ${plan.version} 版${state.zh}，不能下发`,
      en: `Version ${plan.version} is “${state.en}” and is not issued`,
    });
  if (!station.wired)
    return conflict({
      zh: `${plan.stationName} 未配置 EMS 网关与设备名称`,
      en: `${plan.stationName}: no EMS gateway and device are set`,
    });
  if (plan.planDate < dateAt(station.timeZone, now))
    return conflict({ zh: `${plan.planDate} 已过`, en: `${plan.planDate} is over` });
  const { rows } = await sql<{
    version: number;
  }>`select version from plan_curve where station_id = ${plan.stationId}
    and plan_date = ${plan.planDate}::date and version > ${plan.version} and plan_state <> 'revoked'
    order by version desc limit 1`.execute(trx);
  if (rows[0])
    return conflict({
      zh: `已有第 ${rows[0].version} 版，不再下发第 ${plan.version} 版`,
      en: `There is a version ${rows[0].version}, version ${plan.version} is not issued any more`,
    });
  // What the station can do may have changed since it was approved; slots that began meanwhile the device leaves as they were.
  const frame = await dayFrame(trx, station, plan.planDate, now, memo);
  const kept = { load: frame.load, begun: frame.begun, sent: plan.points };
  try {
    refuseViolations(judge(station, kept, plan.points, plan.socStart));
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return null;
}

const IS_ISSUED: ReadonlySet<PlanState> = new Set<PlanState>(['issued', 'accepted', 'running']);

/** Hands a plan to be sent. @throws Fault 404, 409, 400 where it breaks something */
async function issueOne(
  call: SlotCall,
  planCurveId: number,
  witness: Witness | null,
  memo: LoadMemo = new Map(),
): Promise<PlanCurveRow> {
  const plan = await heldPlan(call.trx, planCurveId);
  // Asked for again it is what it is: nothing is sent twice.
  if (IS_ISSUED.has(plan.planState)) return plan;
  const station = await stationById(call.trx, plan.stationId);
  const hindrance = await hindranceOf(call, station, plan, { now: Date.now(), memo });
  if (hindrance) throw hindrance;
  const { employeeId, name } = call.caller;
  await movePlan(
    call,
    plan,
    'issue',
    sql`, issued_at = now(), issued_by = ${name}, issued_by_id = ${employeeId}, witnessed_by = ${witness?.name ?? null},
      witnessed_by_id = ${witness?.employeeId ?? null}, attempts = 0, _attempt_at = null, _next_at = null, note = null`,
  );
  await tellSender(call.trx);
  return plan;
}

const issue = defineRoute({
  method: 'POST',
  path: '/api/sdata/planCurveReport/issue',
  summary: { zh: '计划曲线上报：下发一份计划', en: 'Plan-curve report: issue a plan' },
  permission: PLAN_MAY.issue,
  params: z.object({ ids: idList(), id: id().optional() }).partial({ ids: true }),
  example: { ids: '2' },
  handler: async (call): Promise<IssueResult[]> => {
    const ids = call.params.ids ?? (call.params.id === undefined ? [] : [call.params.id]);
    const [planCurveId] = ids;
    if (planCurveId === undefined) throw badInput({ zh: 'ids：请选择计划', en: 'ids: choose a plan' }, 'ids');
    if (ids.length > 1)
      throw badInput(
        {
          zh: 'ids：一次下发多份须由第二人确认（batchIssue）',
          en: 'ids: several at once need a second person (batchIssue)',
        },
        'ids',
      );
    const { id: one, planId, version } = await issueOne(call, planCurveId, null);
    return [{ id: one, planId, version, issued: true, reason: null }];
  },
});

/** The second person sees every plan that is issued. @throws Fault 403 */
async function checkReach(call: SlotCall, plans: readonly PlanCurveRow[], witness: Witness): Promise<void> {
  for (const stationId of new Set(plans.map((one) => one.stationId))) {
    const { consumerId, siteId, stationName } = await stationById(call.trx, stationId);
    const reach = await whoReaches(call.services.system, [witness.employeeId], { consumerId, siteId });
    if (reach.size === 0)
      throw new Fault(
        403,
        {
          zh: `${witness.name} 无权查看 ${stationName}`,
          en: `${witness.name} does not see ${stationName}`,
        },
        'userName',
      );
  }
}

const batchIssue = defineRoute({
  method: 'POST',
  path: '/api/sdata/planCurveReport/batchIssue',
  summary: {
    zh: '计划曲线上报：批量下发，由第二人以用户名与密码确认',
    en: 'Plan-curve report: issue several, confirmed by a second person',
  },
  permission: PLAN_MAY.issue,
  params: z.object({
    ids: idList(),
    userName: z.string().min(1).max(60),
    password: z.string().min(1).max(200),
    code: secondCode(),
  }),
  handler: async (call): Promise<IssueResult[]> => {
    const { trx, params, language } = call;
    const ids = [...new Set(params.ids)].toSorted((a, b) => a - b);
    const plans = (await planRows(trx, { ids })).toSorted((a, b) => a.id - b.id);
    if (plans.length < ids.length) throw noSuchRow();
    const witness = await proveOther(call, params, PLAN_MAY.issue);
    await checkReach(call, plans, witness);
    const results: IssueResult[] = [];
    const memo: LoadMemo = new Map();
    for (const { id: one, planId, version } of plans) {
      const reason = await issueOne(call, one, witness, memo).then(
        () => null,
        (error: unknown): Text => {
          if (error instanceof Fault) return error.text;
          throw error;
        },
      );
      results.push({
        id: one,
        planId,
        version,
        issued: reason === null,
        reason: reason && textIn(reason, language),
      });
    }
    return results;
  },
});

export const issueRoutes = [issue, batchIssue];
