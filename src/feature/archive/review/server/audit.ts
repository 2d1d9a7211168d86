import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { companyPlaninfo } from '#resource/yunshui/companyPlaninfo.ts';
import { reviewData } from '#resource/yunshui/reviewData.ts';
import { annualTable } from '#feature/archive/annualTable/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { findRow, selectList, toJson } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { AuditInfo, ReviewRow } from '../contract.ts';
import { itemsOf, planOf } from './store.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Specification 2 section 7: companyAuditinfo. */
export const getAuditInfo = defineRoute({
  method: 'GET',
  path: '/api/yunshui/companyAuditinfo/getAuditInfo',
  summary: {
    zh: '审查报告内容：企业、能耗、条款、不符合项',
    en: 'What the report of a review is written from',
  },
  permission: funCodeOf(companyPlaninfo, 'view'),
  params: z.object({ checkPlanId: id() }),
  example: { checkPlanId: 1 },
  handler: async ({ trx, params }): Promise<AuditInfo> => {
    const plan = await planOf(trx, params.checkPlanId);
    const enterprise = await findRow(trx, consumer, plan.consumerId);
    if (!enterprise) throw noSuchRow();
    // A review looks at the year before it, or at its own where that has not begun.
    const now = Date.now();
    const year = Math.min(Number(plan['year']) - 1, new Date(now).getUTCFullYear() - 1);
    const table = await annualTable(trx, plan.consumerId, year, now);
    const total = table.total.coal;
    const values = await valuesOf(trx, plan.consumerId, year);
    const added = Number(values?.['addedValue'] ?? 0);
    const items = await itemsOf(trx, plan.id);
    const count = (result: string): number => items.filter((item) => item.result === result).length;
    return {
      plan,
      enterprise,
      year,
      energyTotal: total,
      energyPerValue: total === null || added <= 0 ? null : Number((total / added).toFixed(4)),
      energies: table.rows
        .filter((row) => row.coal !== null && row.partOf === null)
        .map((row) => ({
          energyCode: row.energyCode,
          energyName: row.energyName,
          energyUnit: row.energyUnit,
          amount: row.cells.total.value,
          coal: row.coal,
          share: row.coal === null || !total ? null : row.coal / total,
        })),
      values,
      products: await productsOf(trx, plan.consumerId),
      certifications: await certificationsOf(trx, plan.consumerId),
      counts: {
        items: items.length,
        conform: count('conform'),
        nonconform: count('nonconform'),
        na: count('na'),
      },
      nonconformities: items.filter((item) => item.result === 'nonconform'),
      results: await resultsOf(trx, plan.id),
    };
  },
});

async function valuesOf(trx: Db, consumerId: number, year: number): Promise<Rows[number] | null> {
  const { rows } = await sql<Rows[number]>`
    select count_year as "countYear", output_value as "outputValue", added_value as "addedValue", sales_income as "salesIncome"
    from output_value where consumer_id = ${consumerId} and count_year = ${year}`.execute(trx);
  return rows[0] ?? null;
}

async function productsOf(trx: Db, consumerId: number): Promise<Rows> {
  const { rows } = await sql<Rows[number]>`
    select product_name as "productName", product_code as "productCode", product_unit as "productUnit"
    from product_structure where consumer_id = ${consumerId} order by id limit 200`.execute(trx);
  return rows;
}

async function certificationsOf(trx: Db, consumerId: number): Promise<Rows> {
  const { rows } = await sql<Rows[number]>`
    select energy_pass as "energyPass", director, pass_date::text as "passDate", pass_org as "passOrg"
    from energy_certification where consumer_id = ${consumerId} order by id limit 50`.execute(trx);
  return rows;
}

async function resultsOf(trx: Db, planId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${selectList(reviewData)} from review_data where check_plan_id = ${planId} order by sign_date`.execute(
    trx,
  );
  return rows.map((row) => toJson(reviewData, row));
}
