import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { companyCheckitem } from '#resource/yunshui/companyCheckitem.ts';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import type { Db } from '#server/database/db.ts';
import { findRow, selectList, toJson } from '#server/resource/row.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import type { ItemFacts, PlanState } from '../domain/plan.ts';

/** A row of the check list. */
export type ItemRow = JsonRow & ItemFacts;

export interface PlanRow extends JsonRow {
  readonly planName: string;
  readonly consumerId: number;
  readonly state: PlanState;
}

/** A plan that the caller may see. @throws Fault 404. */
export async function planOf(trx: Db, id: number): Promise<PlanRow> {
  const row = await findRow(trx, companyPlaninfo, id);
  if (!row) throw noSuchRow();
  return row as PlanRow;
}

/** Its check list, by the numbers of the clauses. */
export async function itemsOf(trx: Db, planId: number): Promise<ItemRow[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${selectList(companyCheckitem)} from company_checkitem where check_plan_id = ${planId}
    order by string_to_array(clause_no, '.')::integer[]`.execute(trx);
  return rows.map((row) => toJson(companyCheckitem, row) as ItemRow);
}
