import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { pageOf, paging } from '#contract/param.ts';
import { NO_TERMS, type TableTerms } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';
import type { Db } from '#server/database/db.ts';
import type { AlarmRow } from '../contract.ts';
import { conditionOf, recordQuery, type RecordQuery } from './query.ts';
import { alarmRows } from './rows.ts';

const permission = 'event.alarmRecord.view';
const params = z.object({ ...recordQuery, ...paging });

/** The records of a query, the newest first unless a table asks otherwise; withdrawn ones too, marked as such. @param terms on `r` */
export async function recordPage(
  trx: Db,
  query: RecordQuery & Parameters<typeof pageOf>[0],
  { where, order }: TableTerms = NO_TERMS,
): Promise<Page<AlarmRow>> {
  const { current, pageSize } = pageOf(query);
  const { rows, total } = await alarmRows(trx, {
    where: sql<boolean>`${conditionOf(query, { withdrawn: true })} and ${where}`,
    order: order ?? sql`r.raised_at desc, r.id desc`,
    limit: pageSize,
    offset: (current - 1) * pageSize,
  });
  return { list: rows, pagination: { current, pageSize, total } };
}

const getDataTablePageAnt = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getDataTablePageAnt',
  summary: { zh: '告警记录：按条件分页查询', en: 'Alarm records of a query, by page' },
  permission,
  params,
  example: { current: 1, pageSize: 20 },
  handler: ({ trx, params: query }) => recordPage(trx, query),
});

const getAlarmDataTable = defineRoute({
  method: 'GET',
  path: '/api/event/alarm/getAlarmDataTable',
  summary: { zh: '告警记录：按条件分页查询', en: 'Alarm records of a query, by page' },
  permission,
  params,
  example: { current: 1, pageSize: 20 },
  handler: ({ trx, params: query }) => recordPage(trx, query),
});

export const listRoutes = [getDataTablePageAnt, getAlarmDataTable];
