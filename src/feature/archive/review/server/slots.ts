import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import type { JsonRow, Slots, Values } from '#server/resource/slot.ts';
import { type ItemPart, openParts } from '../domain/plan.ts';
import { planOf, type PlanRow } from './store.ts';

const stateName = (plan: PlanRow) => companyPlaninfo.fields.state.options?.[plan.state];

const ENDED = { zh: '计划已办结或取消，不能修改', en: 'The plan is over and cannot be changed' };

/** Which part of an item a field belongs to; remarks are open as long as anything is. */
const PART: Readonly<Record<string, ItemPart>> = {
  clauseNo: 'list',
  requirement: 'list',
  method: 'list',
  checkPlanId: 'list',
  consumerId: 'list',
  finding: 'answer',
  result: 'answer',
  severity: 'answer',
  rectifyDeadline: 'mend',
  rectifyResult: 'mend',
  verifiedBy: 'mend',
};

export const planSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const plan = before as PlanRow | null;
    if (plan && openParts(plan.state).length === 0) throw conflict(ENDED);
    const { startTime: begin, endTime: end } = { ...before, ...values } as Values;
    if (typeof begin === 'string' && typeof end === 'string' && end < begin)
      throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'endTime');
    if (plan && values['consumerId'] !== undefined && values['consumerId'] !== plan.consumerId)
      throw badInput({ zh: '计划不能改属另一家企业', en: 'A plan stays with its enterprise' }, 'consumerId');
  },
  beforeDelete: async ({ trx }, row) => {
    const plan = row as PlanRow;
    if (plan.state !== 'draft' && plan.state !== 'cancelled')
      throw conflict({
        zh: `计划${stateName(plan)?.zh ?? ''}，不能删除；可先取消`,
        en: `The plan is beyond its draft (${stateName(plan)?.en ?? ''}); cancel it first`,
      });
    // Its check list goes with it; evidence and results keep it from being deleted.
    const { rows } = await sql`select from checkplan_checkfile where check_plan_id = ${row.id}
      union all select from review_data where check_plan_id = ${row.id} limit 1`.execute(trx);
    if (rows.length > 0)
      throw conflict({
        zh: '计划已有审查资料或审查结果，不能删除',
        en: 'The plan has files or a result and cannot be deleted',
      });
    await sql`delete from company_checkitem where check_plan_id = ${row.id}`.execute(trx);
  },
};

export const itemSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const planId = values['checkPlanId'] ?? before?.['checkPlanId'];
    if (typeof planId !== 'number') return;
    const plan = await planOf(trx, planId);
    const parts = openParts(plan.state);
    if (parts.length === 0) throw conflict(ENDED);
    const closed = Object.keys(values).find((key) => {
      const part = PART[key];
      if (part === undefined || parts.includes(part)) return false;
      return before ? changed(before, values, key) : values[key] !== null;
    });
    if (closed !== undefined)
      throw conflict(
        {
          zh: `计划状态为“${stateName(plan)?.zh ?? ''}”，此项不能修改`,
          en: `This cannot be changed while the plan is: ${stateName(plan)?.en ?? ''}`,
        },
        closed,
      );
  },
  beforeDelete: async ({ trx }, row) => {
    const plan = await planOf(trx, Number(row['checkPlanId']));
    if (!openParts(plan.state).includes('list'))
      throw conflict({
        zh: '计划已开始，条款不能删除',
        en: 'The plan has begun, its clauses cannot be deleted',
      });
  },
};

const changed = (before: JsonRow, values: Values, key: string): boolean =>
  JSON.stringify(before[key] ?? null) !== JSON.stringify(values[key] ?? null);
