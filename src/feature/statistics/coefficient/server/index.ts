import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { energyTypeOptions, type EnergyTypeValue, ENERGY } from '#contract/energyType.ts';
import { FACTOR, FACTOR_AREAS, FACTOR_TYPES, FACTOR_UNITS, type FactorType } from '#contract/factor.ts';
import { id, jsonOf } from '#contract/param.ts';
import { coefficient } from '#resource/archive/coefficient.ts';
import { type Language, textIn } from '#contract/text.ts';
import { consumerOf } from '#feature/meters/subject/server/public.ts';
import { monthsOfYear } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import { type Download, defineRoute, type Route } from '#server/route.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { CoefficientEdit, CoefficientRow, HeldFactor, OwnCoefficient } from '../contract.ts';
import { coefficientTable, type Period } from './table.ts';

const SCREEN = 'SDNPowerAdmin.SDNCoefficient';
const MOST_YEARS = 30;

/** A year, however finely the date is written: `2024`, `2024-07`, `2024-07-01`. */
const year = () =>
  z
    .string()
    .regex(/^(19|20)\d{2}(-\d{2}){0,2}$/)
    .transform((text) => Number(text.slice(0, 4)));

const yearRange = { orgId: id(), start: year(), end: year() };
const monthRange = { orgId: id(), dt: year() };
const file = {
  type: z.enum(Object.keys(FACTOR_TYPES) as [FactorType, ...FactorType[]]).optional(),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
};

function yearsOf({ start, end }: { start: number; end: number }): Period[] {
  if (end < start)
    throw badInput({ zh: '结束年份不能早于开始年份', en: 'The end may not precede the start' }, 'end');
  if (end - start >= MOST_YEARS)
    throw badInput({ zh: `最多 ${MOST_YEARS} 年`, en: `At most ${MOST_YEARS} years` }, 'end');
  return Array.from({ length: end - start + 1 }, (_, i) => ({ dt: String(start + i), kind: 'year' }));
}

const monthsOf = (of: number): Period[] => monthsOfYear(of).map((dt) => ({ dt, kind: 'month' }));

/** The factors of each year, beside what they were applied to. */
const getYearData = defineRoute({
  method: 'GET',
  path: '/api/archive/coefficient/getYearData',
  summary: { zh: '系数：年度表', en: 'Coefficients: the table of years' },
  permission: SCREEN,
  params: z.object(yearRange),
  example: { orgId: 1001, start: '2025', end: '2026' },
  handler: ({ trx, params, language }) =>
    coefficientTable(trx, params.orgId, yearsOf(params), language, Date.now()),
});

/** The same for the months of a year. */
const getMonthData = defineRoute({
  method: 'GET',
  path: '/api/archive/coefficient/getMonthData',
  summary: { zh: '系数：月度表', en: 'Coefficients: the table of months' },
  permission: SCREEN,
  params: z.object(monthRange),
  example: { orgId: 1001, dt: '2026' },
  handler: ({ trx, params, language }) =>
    coefficientTable(trx, params.orgId, monthsOf(params.dt), language, Date.now()),
});

/** What an organisation has set itself, the newest first. */
async function ownOf(trx: Db, orgId: number): Promise<OwnCoefficient[]> {
  const { rows } = await sql<OwnCoefficient>`
    select id, org_id as "orgId", data_type as "dataType", type, dt::text as dt, factor::float8 as factor, source
    from coefficient where org_id = ${orgId} order by dt desc, data_type, type limit 2000`.execute(trx);
  return rows;
}

const getAllByOrg = defineRoute({
  method: 'GET',
  path: '/api/archive/coefficient/getAllByOrg',
  summary: { zh: '系数：组织自有的全部系数', en: 'Coefficients: all that an organisation has set' },
  permission: SCREEN,
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params }) => {
    if ((await consumerOf(trx, params.orgId)) === null) throw noSuchRow();
    return ownOf(trx, params.orgId);
  },
});

const edits = z
  .array(
    z.object({
      orgId: id(),
      dataType: z.enum(Object.keys(energyTypeOptions) as [EnergyTypeValue, ...EnergyTypeValue[]]),
      type: file.type.unwrap(),
      dt: z.iso.date(),
      factor: z.number().min(0).max(1e6).nullable(),
      source: z.string().max(120).nullish(),
    }),
  )
  .min(1)
  .max(200);

/** Writes one line as its own row, edit or deletion, each in the log. */
async function writeEdit(call: SlotCall, edit: CoefficientEdit): Promise<void> {
  const consumerId = await consumerOf(call.trx, edit.orgId);
  if (consumerId === null) throw noSuchRow();
  const { rows } = await sql<{ id: number }>`select id from coefficient where org_id = ${edit.orgId}
    and data_type = ${edit.dataType} and type = ${edit.type} and dt = ${edit.dt}`.execute(call.trx);
  const before = rows[0]?.id;
  const { factor, source = null } = edit;
  if (factor === null) {
    if (before !== undefined) await deleteRow(call, coefficient, before);
  } else if (before === undefined)
    await addRow(call, coefficient, { ...edit, source, consumerId } as Record<string, unknown>);
  else await editRow(call, coefficient, before, { factor, source });
}

/** All lines or none. */
const editAll = defineRoute({
  method: 'POST',
  path: '/api/archive/coefficient/editAll',
  summary: { zh: '系数：批量编辑', en: 'Coefficients: edit all' },
  permission: 'archive.coefficient.edit',
  params: z.object({ json: jsonOf(edits) }),
  example: {
    json: JSON.stringify([
      { orgId: 1001, dataType: ENERGY.electricity, type: FACTOR.coal, dt: '2026-01-01', factor: 0.1229 },
    ]),
  },
  handler: async (call) => {
    for (const edit of call.params.json) await writeEdit(call, edit);
    return { count: call.params.json.length };
  },
});

const ORIGINS = {
  own: { zh: '自有', en: 'Own' },
  config: { zh: '用能配置', en: 'Energy configuration' },
  area: { zh: '因子库', en: 'List of factors' },
} as const;

const originText = ({ origin, of, from, source }: HeldFactor, language: Language): string =>
  [textIn(ORIGINS[origin], language), textIn(FACTOR_AREAS[of], language) ?? of, from, source]
    .filter(Boolean)
    .join(' ');

/** The table as a sheet, of one type of factor or both. */
function sheetFile(
  rows: readonly CoefficientRow[],
  title: string,
  { type, format }: { type?: FactorType | undefined; format: 'xlsx' | 'csv' },
  language: Language,
): Download {
  const say = (zh: string, en: string): string => textIn({ zh, en }, language);
  const types = (Object.keys(FACTOR_TYPES) as FactorType[]).filter((one) => !type || one === type);
  return {
    fileName: `${title}.${format}`,
    mimeType: sheetType(format),
    body: writeSheet({
      format,
      name: say('系数', 'Coefficients'),
      columns: [
        { header: say('时间', 'Period') },
        { header: say('能源', 'Energy') },
        { header: say('用能量', 'Used') },
        { header: say('单位', 'Unit') },
        ...types.flatMap((one) => [
          { header: textIn(FACTOR_TYPES[one], language) },
          { header: `${say('折合', 'Equivalent')} (${FACTOR_UNITS[one]})` },
          { header: say('依据', 'Source'), width: 40 },
        ]),
      ],
      rows: rows.map((row) => [
        row.dt,
        row.name,
        row.energy,
        row.unit,
        ...types.flatMap((one) => {
          const held = one === '1' ? row.coal : row.carbon;
          const equivalent = one === '1' ? row.coalAmount : row.carbonAmount;
          return [held?.factor ?? null, equivalent, held ? originText(held, language) : null];
        }),
      ]),
    }),
  };
}

const titleOf = (language: Language, words: string): string =>
  textIn({ zh: `系数 ${words}`, en: `Coefficients ${words}` }, language);

const exportYear = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/coefficient/exportYear',
  summary: { zh: '系数：导出年度表', en: 'Coefficients: export the table of years' },
  permission: SCREEN,
  params: z.object({ ...yearRange, ...file }),
  example: { orgId: 1001, start: '2025', end: '2026', type: FACTOR.coal },
  handler: async ({ trx, params, language }) => {
    const rows = await coefficientTable(trx, params.orgId, yearsOf(params), language, Date.now());
    return sheetFile(rows, titleOf(language, `${params.start}-${params.end}`), params, language);
  },
});

const exportMonth = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/coefficient/exportMonth',
  summary: { zh: '系数：导出月度表', en: 'Coefficients: export the table of months' },
  permission: SCREEN,
  params: z.object({ ...monthRange, ...file }),
  example: { orgId: 1001, dt: '2026', type: FACTOR.coal },
  handler: async ({ trx, params, language }) => {
    const rows = await coefficientTable(trx, params.orgId, monthsOf(params.dt), language, Date.now());
    return sheetFile(rows, titleOf(language, String(params.dt)), params, language);
  },
});

export const routes: readonly Route[] = [
  getYearData,
  getMonthData,
  getAllByOrg,
  editAll,
  exportYear,
  exportMonth,
];
