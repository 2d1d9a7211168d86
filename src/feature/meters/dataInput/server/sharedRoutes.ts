import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { DATA_CODES } from '#contract/dataCode.ts';
import { ENERGY_TYPE_ORDER, energyTypeOf } from '#contract/energyType.ts';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { type Call, defineRoute, type Download } from '#server/route.ts';
import { dateCell, serialOf } from '#server/sheet/cell.ts';
import { XLSX_TYPE } from '#server/sheet/writeSheet.ts';
import { writeTemplate } from '#server/sheet/writeTemplate.ts';
import { CONSUMER_COLUMN, MANY_ENTERPRISES, TEMPLATE_COLUMNS, type Mapping } from '../contract.ts';
import { getImport } from './importData.ts';
import { loadMeters, mustSeeConsumer, owner, ownerOf } from './meters.ts';
import { PERMISSION } from './permission.ts';

/** The kinds of data of an energy type; without one, all of them. */
export const getListByDataType = defineRoute({
  method: 'GET',
  path: '/api/archive/dataClassify/getListByDataType',
  summary: { zh: '按能源类型查询数据分类', en: 'Data classes of an energy type' },
  permission: null,
  why: 'shared',
  params: z.object({ dataType: z.coerce.string().max(4).optional() }),
  example: { dataType: 1 },
  handler: async ({ params, language }) =>
    ENERGY_TYPE_ORDER.filter((value) => params.dataType === undefined || value === params.dataType).map(
      (value) => ({
        dataClassifyId: Number(value),
        dataSubTypeName: textIn(energyTypeOf(value).label, language),
        dataType: Number(value),
        unit: energyTypeOf(value).unit,
      }),
    ),
});

/** Sites and units of an enterprise with the meters that measure a data class there. */
export const getListByConsumerAndClassify = defineRoute({
  method: 'GET',
  path: '/api/archive/consumerUnit/getListByConsumerAndClassify',
  summary: { zh: '按企业和数据分类查询用能单元', en: 'Units of an enterprise for a data class' },
  permission: null,
  why: 'scope',
  params: z.object({ consumerId: id(), dataClassifyId: z.coerce.string().max(4).optional() }),
  example: { consumerId: 1001, dataClassifyId: 1 },
  handler: async ({ trx, params }) => {
    await mustSeeConsumer(trx, params.consumerId);
    const type = params.dataClassifyId ?? null;
    const { rows } = await sql<{
      id: number;
      orgId: number;
      orgName: string;
      orgCode: string;
      kind: string;
      parentId: number | null;
      ammeters: { ammeterId: number; ammeterCode: string; ammeterName: string; dataType: string }[];
    }>`
      select o.id, o.id as "orgId", shown_name(o.name, o.name_en) as "orgName", o.code as "orgCode", o.kind, o.parent_id as "parentId",
        coalesce((select json_agg(json_build_object('ammeterId', a.id, 'ammeterCode', a.ammeter_code,
            'ammeterName', shown_name(a.ammeter_name, a.ammeter_name_en), 'dataType', a.data_type) order by a.ammeter_code)
          from ammeter a where a.consumer_id = ${params.consumerId} and (${type}::text is null or a.data_type = ${type})
            and (a.site_id = o.id or exists (select from org_ammeter m where m.org_id = o.id and m.ammeter_id = a.id))
        ), '[]') as ammeters
      from org o where o.consumer_id = ${params.consumerId} order by o.id`.execute(trx);
    return rows;
  },
});

/** The meters that an import or an entry may write to, and the data codes. */
export const getImportMeters = defineRoute({
  method: 'GET',
  path: '/api/sdata/importData/getMeters',
  summary: { zh: '可录入的表计', en: 'Meters that data may be entered for' },
  permission: PERMISSION.view,
  params: z.object({ consumerId: owner() }),
  example: { consumerId: 1001 },
  handler: async (call) => loadMeters(call.trx, await ownerOf(call, call.params.consumerId)),
});

/** The product's own template: a value per row, with drop-downs of the meters and data codes. */
export const importTemplate = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/importData/importTemplate',
  summary: { zh: '导入模板', en: 'Import template' },
  permission: PERMISSION.import,
  params: z.object({ consumerId: owner() }),
  example: { consumerId: 1001 },
  handler: async (call): Promise<Download> => {
    const { trx, params, language } = call;
    const consumerId = await ownerOf(call, params.consumerId);
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const meters = await loadMeters(trx, consumerId);
    const many = consumerId === null;
    const owners = [...new Set(meters.map((meter) => meter.owner ?? ''))];
    const own = (meter: (typeof meters)[number]): string =>
      meter.owner === undefined ? meter.code : meter.code.slice(meter.owner.length + 1);
    const [first] = meters;
    const named = [...(many ? [owners[0] ?? 'A'] : []), first ? own(first) : 'E-001'];
    const options = {
      consumerCode: owners,
      // Codes repeat among enterprises: a list of all would offer what does not fit.
      meterCode: many ? undefined : meters.map((meter) => meter.code),
      dataCode: DATA_CODES.map((entry) => entry.code),
      stamp: undefined,
      value: undefined,
    };
    const widths = { consumerCode: 18, meterCode: 18, dataCode: 12, stamp: 20, value: 16 };
    const today = utcDate(Date.now() - DAY_MS);
    const body = await writeTemplate({
      name: say('数据', 'Data'),
      columns: [...(many ? [CONSUMER_COLUMN] : []), ...TEMPLATE_COLUMNS].map((column) => ({
        header: textIn(column.header, language),
        width: widths[column.role],
        note: textIn(NOTES[column.role], language),
        ...(column.role === 'stamp' ? { format: 'yyyy-mm-dd hh:mm' } : {}),
        ...(options[column.role]?.length ? { options: options[column.role] ?? [] } : {}),
      })),
      examples: [
        [...named, 'PP', dateCell(serialOf(`${today}T00:00:00`)), 1000],
        [...named, 'PP', dateCell(serialOf(`${today}T00:15:00`)), 1003.2],
      ],
      notes: {
        name: say('说明', 'Notes'),
        lines: [
          say(
            '每行一个数值。写入前请删除示例行，表头不可更改。',
            'One value a row. Delete the example rows before the import; keep the header.',
          ),
          ...DATA_CODES.map((entry) => `${entry.code}  ${textIn(entry.label, language)} ${entry.unit ?? ''}`),
        ],
      },
    });
    return { fileName: say('数据导入模板.xlsx', 'data-import-template.xlsx'), mimeType: XLSX_TYPE, body };
  },
});

const NOTES = {
  consumerCode: { zh: '企业编号，见企业档案', en: 'Code of the enterprise as in the archive' },
  meterCode: { zh: '表计编号，见表计档案', en: 'Code of the meter as in the archive' },
  dataCode: {
    zh: '数据代码，如 PP 为正向有功表底',
    en: 'Data code, such as PP for the forward active register',
  },
  stamp: {
    zh: '读数时刻，站点所在时区，如 2026-11-17 00:15',
    en: 'Instant of the reading in the zone of the site, such as 2026-11-17 00:15',
  },
  value: { zh: '该时刻的表底或瞬时值', en: 'What stood on the meter at that instant' },
} as const;

/** The rows of an import that were not taken, with their reasons. */
export const faultFile = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/importData/importfaults',
  summary: { zh: '下载错误行', en: 'Download the faulty rows' },
  permission: PERMISSION.view,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => keptFile(call, (await getImport(call.trx, call.params.id)).faultFileId),
});

/** What the file of an import lacked between its values. */
export const missingFile = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sdata/importData/importmissing',
  summary: { zh: '下载缺失清单', en: 'Download what the file lacks' },
  permission: PERMISSION.view,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => keptFile(call, (await getImport(call.trx, call.params.id)).missingFileId),
});

/** @throws Fault 404 where there is no such file, or none that the caller may see. */
async function keptFile(
  { trx, services }: Pick<Call<unknown>, 'trx' | 'services'>,
  fileId: number | null,
): Promise<Download> {
  const { rows } = await sql<{ sha256: string; file_name: string; mime_type: string }>`
    select sha256, file_name, mime_type from file where id = ${fileId}`.execute(trx);
  const [file] = rows;
  if (!file) throw noSuchRow();
  return { fileName: file.file_name, mimeType: file.mime_type, body: services.files.open(file.sha256) };
}

/** The remembered mappings of an enterprise, last used first. */
export const getMappingList = defineRoute({
  method: 'GET',
  path: '/api/sdata/importData/getMappingList',
  summary: { zh: '已保存的列对应', en: 'Remembered mappings' },
  permission: PERMISSION.view,
  params: z.object({ consumerId: owner() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<{
      id: number;
      name: string;
      mapping: Mapping;
      usedAt: Date;
    }>`select id, name, mapping, used_at as "usedAt" from import_mapping
      where consumer_id is not distinct from nullif(${params.consumerId}::integer, ${MANY_ENTERPRISES}) order by used_at desc limit 100`.execute(
      trx,
    );
    return rows;
  },
});

/** Forgets a mapping. */
export const delMapping = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/delMapping',
  summary: { zh: '删除列对应', en: 'Forget a mapping' },
  permission: PERMISSION.import,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql`delete from import_mapping where id = ${params.id} returning id`.execute(trx);
    if (rows.length === 0) throw noSuchRow();
    return null;
  },
});
