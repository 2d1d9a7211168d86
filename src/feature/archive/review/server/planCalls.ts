import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, forbidden } from '#contract/error.ts';
import { id, jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { checkplanCheckfile } from '#resource/yunshui/checkplanCheckfile.ts';
import { companyCheckitem } from '#resource/yunshui/companyCheckitem.ts';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import { type Language, textIn } from '#contract/text.ts';
import { recordChange } from '#server/resource/audit.ts';
import { selectList, toJson } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { PlanView } from '../contract.ts';
import { USUAL_CLAUSES } from '../domain/clause.ts';
import { openParts, PLAN_STEPS, type PlanAction, stepsFrom, takeStep } from '../domain/plan.ts';
import { itemsOf, planOf } from './store.ts';

const VIEW = funCodeOf(companyPlaninfo, 'view');
const EDIT = funCodeOf(companyPlaninfo, 'edit');
/** A check list has at most so many clauses. */
const MOST = 500;

/** Reviewers look after all enterprises. */
const isReviewer = ({ caller }: Pick<SlotCall, 'caller'>): boolean => caller.scope === 'all';

async function viewOf(call: SlotCall, planId: number): Promise<PlanView> {
  const plan = await planOf(call.trx, planId);
  const items = await itemsOf(call.trx, planId);
  const { rows: files } = await sql<Record<string, unknown>>`
    select ${selectList(checkplanCheckfile)} from checkplan_checkfile where check_plan_id = ${planId}
    order by uploaded_at, id`.execute(call.trx);
  return {
    plan,
    items,
    files: files.map((row) => toJson(checkplanCheckfile, row)),
    open: openParts(plan.state),
    steps: stepsFrom(plan.state, isReviewer(call)).map((action) => {
      const next = takeStep(plan.state, action, items);
      return { action, label: PLAN_STEPS[action].label, refused: 'refused' in next ? next.refused : null };
    }),
  };
}

const getPlan = defineRoute({
  method: 'GET',
  path: '/api/yunshui/companyPlaninfo/getPlan',
  summary: {
    zh: '审查计划：条款、证据与可做的步骤',
    en: 'Review plan: clauses, evidence, what may be done next',
  },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: (call) => viewOf(call, call.params.id),
});

const actions = Object.keys(PLAN_STEPS) as [PlanAction, ...PlanAction[]];

const changeState = defineRoute({
  method: 'POST',
  path: '/api/yunshui/companyPlaninfo/changeState',
  summary: { zh: '审查计划：下达、自查、提交、审查、整改、办结、取消', en: 'Review plan: its next step' },
  permission: EDIT,
  params: z.object({ id: id(), action: z.enum(actions) }),
  example: { id: 1, action: 'issue' },
  handler: async (call) => {
    const { trx, params } = call;
    // Two who act at once wait for each other: the second sees the state that the first left.
    await sql`select from company_planinfo where id = ${params.id} for update`.execute(trx);
    const plan = await planOf(trx, params.id);
    if (PLAN_STEPS[params.action].by === 'reviewer' && !isReviewer(call)) throw forbidden();
    const next = takeStep(plan.state, params.action, await itemsOf(trx, plan.id));
    if ('refused' in next) throw conflict(next.refused, 'action');
    await sql`update company_planinfo set state = ${next.to} where id = ${plan.id}`.execute(trx);
    await recordChange(call, companyPlaninfo, 'edit', plan, { ...plan, state: next.to });
    return viewOf(call, plan.id);
  },
});

const item = z
  .looseObject({ id: id().optional(), clauseNo: z.string().trim().optional() })
  .refine((one) => one.id !== undefined || one.clauseNo !== undefined, 'id or clauseNo');

/** Specification 2 section 7: companyPlaninfo commitcheckitems. */
const commitcheckitems = defineRoute({
  method: 'POST',
  path: '/api/yunshui/companyPlaninfo/commitcheckitems',
  summary: { zh: '审查计划：提交审查条款及起止时间', en: 'Review plan: its check items with begin and end' },
  permission: EDIT,
  params: z.object({
    checkPlanId: id(),
    checkItems: jsonOf(z.array(item).max(MOST)).default([]),
    startTime: z.iso.date().optional(),
    endTime: z.iso.date().optional(),
  }),
  example: {
    checkPlanId: 1,
    checkItems: '[{"clauseNo":"4.1","requirement":"A leader is named","result":"conform"}]',
    startTime: '2026-03-01',
    endTime: '2026-03-31',
  },
  handler: async (call) => {
    const { checkPlanId, checkItems, startTime, endTime } = call.params;
    const plan = await planOf(call.trx, checkPlanId);
    const dates = { ...(startTime ? { startTime } : {}), ...(endTime ? { endTime } : {}) };
    if (Object.keys(dates).length > 0) await editRow(call, companyPlaninfo, plan.id, dates);
    const known = await itemsOf(call.trx, plan.id);
    for (const [index, { id: itemId, ...fields }] of checkItems.entries()) {
      const { checkPlanId: _plan, consumerId: _owner, ...given } = fields as Record<string, unknown>;
      const same = known.find((one) =>
        itemId === undefined ? one.clauseNo === given['clauseNo'] : one.id === itemId,
      );
      if (itemId !== undefined && !same)
        throw badInput(
          {
            zh: `checkItems：第 ${index + 1} 项不属于该计划`,
            en: `checkItems: item ${index + 1} is not of this plan`,
          },
          'checkItems',
        );
      if (same) await editRow(call, companyCheckitem, same.id, given);
      else
        await addRow(call, companyCheckitem, { ...given, checkPlanId: plan.id, consumerId: plan.consumerId });
    }
    return viewOf(call, plan.id);
  },
});

const addUsualItems = defineRoute({
  method: 'POST',
  path: '/api/yunshui/companyPlaninfo/addUsualItems',
  summary: { zh: '审查计划：加入 JJF 1356 常用条款', en: 'Review plan: add the usual clauses of JJF 1356' },
  permission: EDIT,
  params: z.object({ checkPlanId: id() }),
  example: { checkPlanId: 1 },
  handler: async (call) => {
    const plan = await planOf(call.trx, call.params.checkPlanId);
    const known = new Set((await itemsOf(call.trx, plan.id)).map((one) => one.clauseNo));
    for (const clause of USUAL_CLAUSES.filter((one) => !known.has(one.clauseNo)))
      await addRow(call, companyCheckitem, {
        clauseNo: clause.clauseNo,
        requirement: wordsOf(clause, call.language),
        requirementEn: clause.en,
        method: clause.method,
        checkPlanId: plan.id,
        consumerId: plan.consumerId,
      });
    return viewOf(call, plan.id);
  },
});

const wordsOf = (clause: (typeof USUAL_CLAUSES)[number], language: Language): string =>
  textIn(clause, language);

export const planCalls = [getPlan, changeState, commitcheckitems, addUsualItems];
