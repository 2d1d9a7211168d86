import { sql } from 'kysely';
import * as z from 'zod';
import type { Filter } from '#contract/envelope.ts';
import { id, pageOf, paging, wordList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { accessRecord } from '#resource/sys/accessRecord.ts';
import { operLog } from '#resource/sys/operLog.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { exportRows } from '#server/resource/excel.ts';
import { conditionOf, conditionOfFields, orderOf, pageOfRows } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';

const day = z.iso.date().optional();

/** Rows of a span of days, both included: the calendar days of the console, in the home zone. */
const between = (from: string | undefined, to: string | undefined) =>
  sql`at >= coalesce((${from ?? null}::date)::timestamp at time zone ${HOME_ZONE}, '-infinity')
    and at < coalesce((${to ?? null}::date + 1)::timestamp at time zone ${HOME_ZONE}, 'infinity')`;

const search = z.object({
  appCode: z.string().max(30).optional(),
  orgId: id().optional(),
  logType: z.enum(['1', '2', '3', '4']).optional(),
  ip: z.string().max(60).optional(),
  className: z.string().max(60).optional(),
  method: z.string().max(60).optional(),
  isVerifyRight: z.string().max(5).optional(),
  state: z.enum(['0', '1']).optional(),
  userName: z.string().max(60).optional(),
  /** A day. */
  openDate: day,
  beginDate: day,
  endDate: day,
});

const EXACT = ['appCode', 'logType', 'isVerifyRight', 'state'] as const;
const PART = ['ip', 'className', 'method', 'userName'] as const;

function accessCondition(params: z.output<typeof search>) {
  const filters: Filter[] = [
    ...EXACT.map((field) => ({ field, op: 'eq' as const, value: params[field] })),
    ...PART.map((field) => ({ field, op: 'contains' as const, value: params[field] })),
    { field: 'consumerId', op: 'eq' as const, value: params.orgId },
  ].filter(({ value }) => value !== undefined);
  const from = params.openDate ?? params.beginDate;
  const to = params.openDate ?? params.endDate;
  return sql`${conditionOf(accessRecord, { filters, search: '' })} and ${between(from, to)}`;
}

export const searchLog = defineRoute({
  method: 'GET',
  path: '/api/sys/log/search',
  summary: { zh: '查询访问记录', en: 'Search the access record' },
  permission: funCodeOf(accessRecord, 'view'),
  params: search.extend(paging),
  example: { pageSize: 10 },
  handler: ({ trx, params, language }) =>
    pageOfRows(
      trx,
      accessRecord,
      accessCondition(params),
      orderOf(accessRecord, null),
      pageOf(params),
      language,
    ),
});

export const exportLog = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/log/export',
  summary: { zh: '导出访问记录', en: 'Export the access record' },
  permission: funCodeOf(accessRecord, 'export'),
  params: search.extend({
    fieldName: wordList().default([]),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  example: {},
  handler: ({ trx, params, language }) =>
    exportRows(trx, accessRecord, accessCondition(params), orderOf(accessRecord, null), {
      columns: params.fieldName,
      format: params.format,
      language,
    }),
});

export const getDataTableByDate = defineRoute({
  method: 'GET',
  path: '/api/sys/operLog/getDataTableByDate',
  summary: { zh: '按日期查询操作日志', en: 'Change log of a span of days' },
  permission: funCodeOf(operLog, 'view'),
  params: z.object({ dataTable, beginDate: day, endDate: day }),
  example: { beginDate: '2020-01-01' },
  handler: ({ trx, params, language }) =>
    pageOfRows(
      trx,
      operLog,
      sql`${conditionOf(operLog, params.dataTable)} and ${between(params.beginDate, params.endDate)}`,
      orderOf(operLog, params.dataTable.sorter),
      params.dataTable,
      language,
    ),
});

export const searchByDataTable = defineRoute({
  method: 'GET',
  path: '/api/sys/operLog/searchByDataTable',
  summary: { zh: '按条件查询操作日志', en: 'Change log by conditions' },
  permission: funCodeOf(operLog, 'view'),
  params: z.looseObject({ dataTable, beginDate: day, endDate: day }),
  row: operLog,
  example: { action: 'add' },
  handler: ({ trx, params, language }) => {
    const { dataTable: table, beginDate, endDate, ...fields } = params;
    return pageOfRows(
      trx,
      operLog,
      sql`${conditionOf(operLog, table)} and ${conditionOfFields(operLog, fields)}
        and ${between(beginDate as string | undefined, endDate as string | undefined)}`,
      orderOf(operLog, table.sorter),
      table,
      language,
    );
  },
});

const KINDS = { change: operLog, access: accessRecord } as const;

/** What the caller did, for everybody: read by the system, since a row may belong to no enterprise. */
export const getOwnRecords = defineRoute({
  method: 'GET',
  path: '/api/sys/operLog/getOwn',
  summary: { zh: '本人的操作记录', en: 'The operation records of one’s own' },
  permission: null,
  why: 'own',
  params: z.object({
    kind: z.enum(['change', 'access']).default('change'),
    search: z.string().max(100).optional(),
    beginDate: day,
    endDate: day,
    ...paging,
  }),
  example: {},
  handler: ({ caller, params, services, language }) => {
    const resource = KINDS[params.kind];
    const words = conditionOf(resource, { filters: [], search: params.search ?? '' });
    return pageOfRows(
      services.system,
      resource,
      sql`employee_id = ${caller.employeeId} and ${words} and ${between(params.beginDate, params.endDate)}`,
      orderOf(resource, null),
      pageOf(params),
      language,
    );
  },
});
