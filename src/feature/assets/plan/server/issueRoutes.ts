import * as z from 'zod';
import { badInput, Fault, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { secondCode } from '#contract/signIn.ts';
import { type Language, textIn } from '#contract/text.ts';
import { proveOther, whoReaches, type Witness } from '#feature/house/session/server/public.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { type IssueResult, PLAN_MAY, type PlanCurveRow } from '../contract.ts';
import { type Issued, issuePlans } from './issue.ts';
import { planRows } from './row.ts';
import { stationsByIds } from './station.ts';

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
    const [result] = await issuePlans(call, [planCurveId], null);
    if (!result) throw noSuchRow();
    if (result.fault) throw result.fault;
    return [resultOf(result, call.language)];
  },
});

const resultOf = (
  { plan: { id: one, planId, version }, fault }: Issued,
  language: Language,
): IssueResult => ({
  id: one,
  planId,
  version,
  issued: fault === null,
  reason: fault && textIn(fault.text, language),
});

/** The second person sees every plan that is issued. @throws Fault 403 */
async function checkReach(call: SlotCall, plans: readonly PlanCurveRow[], witness: Witness): Promise<void> {
  const stations = await stationsByIds(call.trx, [...new Set(plans.map((one) => one.stationId))]);
  const sites = new Map([...stations.values()].map((one) => [one.siteId, one]));
  for (const { consumerId, siteId, stationName } of sites.values()) {
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
  example: { ids: '1,2', userName: 'campus', password: 'campus-demo' },
  handler: async (call): Promise<IssueResult[]> => {
    const { trx, params, language } = call;
    const ids = [...new Set(params.ids)].toSorted((a, b) => a - b);
    const plans = (await planRows(trx, { ids })).toSorted((a, b) => a.id - b.id);
    if (plans.length < ids.length) throw noSuchRow();
    const witness = await proveOther(call, params, PLAN_MAY.issue);
    await checkReach(call, plans, witness);
    return (await issuePlans(call, ids, witness)).map((one) => resultOf(one, language));
  },
});

export const issueRoutes = [issue, batchIssue];
