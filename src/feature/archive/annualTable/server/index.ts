import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { consumerOf } from '#feature/meters/subject/server/public.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { XLSX_TYPE } from '#server/sheet/writeSheet.ts';
import { type AnnualTable, COLUMNS, ENTERED, type EnteredKey } from '../contract.ts';
import { tableEnergy } from '../domain/energy.ts';
import { annualTable } from './annualTable.ts';
import { workbookOf } from './workbook.ts';

const VIEW = 'annualTable.view';
const asked = { orgId: id(), year: z.coerce.number().int().min(1990).max(2200) };
const example = { orgId: 1001, year: 2025 };

/** The largest amount that is taken. */
const MOST = 1e12;

const getTable = defineRoute({
  method: 'GET',
  path: '/api/yunshui/annualTable/getTable',
  summary: { zh: '能源购进、消费与库存：年度表', en: 'Annual table of purchases, consumption and stock' },
  permission: VIEW,
  params: z.object(asked),
  example,
  handler: ({ trx, params: { orgId, year } }): Promise<AnnualTable> =>
    annualTable(trx, orgId, year, Date.now()),
});

const saveEntry = defineRoute({
  method: 'POST',
  path: '/api/yunshui/annualTable/saveEntry',
  summary: {
    zh: '能源购进、消费与库存：填报一个数值',
    en: 'Annual table: enter a value; an empty one is taken back',
  },
  permission: 'annualTable.edit',
  keepEmpty: true,
  params: z.object({
    ...asked,
    energyCode: z.string().regex(/^\d{2}$/),
    fieldName: z.enum(ENTERED),
    fieldValue: z
      .string()
      .trim()
      .regex(/^(-?\d{1,13}(\.\d{1,6})?)?$/)
      .optional(),
    remark: z.string().trim().max(255).optional(),
  }),
  example: {
    ...example,
    energyCode: '21',
    fieldName: 'realNum',
    fieldValue: '12.5',
    remark: 'invoice 2025-114',
  },
  handler: async ({ trx, caller, params }) => {
    const { orgId, year, energyCode, fieldName, fieldValue = '', remark = '' } = params;
    const consumerId = await consumerOf(trx, orgId);
    if (consumerId === null) throw noSuchRow();
    checkEntry(energyCode, fieldName, fieldValue);
    if (fieldValue === '')
      await sql`delete from annual_entry where consumer_id = ${consumerId} and year = ${year}
        and energy_code = ${energyCode} and field_name = ${fieldName}`.execute(trx);
    else
      await sql`insert into annual_entry (consumer_id, year, energy_code, field_name, value, remark, entered_by)
        values (${consumerId}, ${year}, ${energyCode}, ${fieldName}, ${fieldValue}::numeric, ${remark || null}, ${caller.name})
        on conflict (consumer_id, year, energy_code, field_name) do update
        set value = excluded.value, remark = excluded.remark, entered_by = excluded.entered_by, entered_at = now()`.execute(
        trx,
      );
    return annualTable(trx, consumerId, year, Date.now());
  },
});

function checkEntry(energyCode: string, fieldName: EnteredKey, fieldValue: string): void {
  if (!tableEnergy(energyCode))
    throw badInput({ zh: `没有编码为 ${energyCode} 的能源`, en: `no energy ${energyCode}` }, 'energyCode');
  const label = COLUMNS[fieldName];
  const value = Number(fieldValue);
  if (value < 0 && fieldName !== 'adjust')
    throw badInput({ zh: `${label.zh}：不能为负`, en: `${label.en}: may not be negative` }, 'fieldValue');
  if (Math.abs(value) > MOST)
    throw badInput({ zh: `${label.zh}：过大`, en: `${label.en}: too large` }, 'fieldValue');
}

const file = defineRoute({
  method: 'POST',
  path: '/api/yunshui/annualTable/file',
  summary: { zh: '能源购进、消费与库存：填报存档', en: 'Annual table: file it as it is now' },
  permission: 'annualTable.file',
  params: z.object({ ...asked, remark: z.string().trim().max(255).optional() }),
  example,
  handler: async ({ trx, caller, params: { orgId, year, remark } }) => {
    const table = await annualTable(trx, orgId, year, Date.now());
    const wrong = table.checks.find((check) => check.level === 'error');
    if (wrong)
      throw conflict({
        zh: `存在未通过的校验，不能存档。${wrong.text.zh}`,
        en: `A check is not passed, the table cannot be filed. ${wrong.text.en}`,
      });
    const snapshot = JSON.stringify({ rows: table.rows, total: table.total });
    const { rows } = await sql<{ id: number; version: number }>`
      insert into annual_filing (consumer_id, year, version, snapshot, remark, filed_by)
      select ${table.orgId}::integer, ${year}::integer, coalesce(max(version), 0) + 1, ${snapshot}::jsonb, ${remark ?? null}::text, ${caller.name}::text
      from annual_filing where consumer_id = ${table.orgId} and year = ${year}
      on conflict do nothing returning id, version`.execute(trx);
    if (!rows[0]) throw conflict({ zh: '他人刚刚存档，请重试', en: 'Somebody has just filed it, try again' });
    return rows[0];
  },
});

const exportTable = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/annualTable/exportTable',
  summary: { zh: '能源购进、消费与库存：导出表样', en: 'Annual table: export in the official layout' },
  permission: VIEW,
  params: z.object(asked),
  example,
  handler: async ({ trx, params: { orgId, year }, language }) => {
    const table = await annualTable(trx, orgId, year, Date.now());
    const title = textIn(
      { zh: '能源购进、消费与库存', en: 'Energy purchases, consumption, stock' },
      language,
    );
    return {
      fileName: `${title} ${table.orgName} ${year}.xlsx`,
      mimeType: XLSX_TYPE,
      body: await workbookOf(table, language),
    };
  },
});

export const routes: readonly Route[] = [getTable, saveEntry, file, exportTable];
