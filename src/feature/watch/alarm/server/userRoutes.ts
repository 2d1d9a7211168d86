import { sql } from 'kysely';
import * as z from 'zod';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { alarmRecord } from '#resource/event/alarmRecord.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { termsOf } from '#server/resource/query.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { AlarmCount, AlarmOfSite, AlarmRow, DayAndMonth } from '../contract.ts';
import { countOf } from './figureRoutes.ts';
import { recordPage } from './listRoutes.ts';
import { OPEN, recordQuery } from './query.ts';
import { alarmRows } from './rows.ts';

// The customer area asks the same records by its own names (specification 3 section 7, userAlarmRecord).
const at = '/api/hxyUser/userAlarmRecord';
const permission = 'event.alarmRecord.view';
const { enterpriseId: consumerId, siteId, startTime: beginDate, endTime: endDate } = recordQuery;
const state = recordQuery.process;

const getAlarmRecordByConsumerId = defineRoute({
  method: 'GET',
  path: `${at}/getAlarmRecordByConsumerId`,
  summary: { zh: '企业的告警记录', en: 'Alarm records of an enterprise' },
  permission,
  params: z.object({ consumerId, ...paging }),
  example: { pageSize: 10 },
  handler: ({ trx, params }): Promise<Page<AlarmRow>> =>
    recordPage(trx, { ...params, enterpriseId: params.consumerId }),
});

const getAlarmRecordByState = defineRoute({
  method: 'GET',
  path: `${at}/getAlarmRecordByState`,
  summary: { zh: '按处理状态的告警记录', en: 'Alarm records by their process state' },
  permission,
  params: z.object({ consumerId, state, ...paging }),
  example: { state: '0', pageSize: 10 },
  handler: ({ trx, params }): Promise<Page<AlarmRow>> =>
    recordPage(trx, { ...params, enterpriseId: params.consumerId, process: params.state }),
});

const getDatatable = defineRoute({
  method: 'POST',
  path: `${at}/getDatatable`,
  summary: { zh: '告警记录表', en: 'Table of alarm records' },
  permission,
  params: z.object({
    consumerId,
    siteId,
    beginDate,
    endDate,
    state,
    alarmType: recordQuery.eventType,
    // The subtype of an alarm is what it judges: the data code.
    alarmSubType: recordQuery.dataCode,
    dataTable,
  }),
  example: { state: '0' },
  handler: ({ trx, params }): Promise<Page<AlarmRow>> => {
    const { dataTable: table } = params;
    const query = {
      enterpriseId: params.consumerId,
      siteId: params.siteId,
      startTime: params.beginDate,
      endTime: params.endDate,
      process: params.state,
      eventType: params.alarmType,
      dataCode: params.alarmSubType,
      current: table.current,
      pageSize: table.pageSize,
    };
    return recordPage(trx, query, termsOf(alarmRecord, table, 'r'));
  },
});

const getCount = defineRoute({
  method: 'GET',
  path: `${at}/getCount`,
  summary: { zh: '告警数量', en: 'How many alarms' },
  permission,
  params: z.object({ consumerId, siteId, beginDate, endDate }),
  example: {},
  handler: ({ trx, params }): Promise<AlarmCount> =>
    countOf(trx, {
      enterpriseId: params.consumerId,
      siteId: params.siteId,
      startTime: params.beginDate,
      endTime: params.endDate,
    }),
});

const getUntreatedAlarmCnt = defineRoute({
  method: 'GET',
  path: `${at}/getUntreatedAlarmCnt`,
  summary: { zh: '未处理告警数量', en: 'How many alarms nobody treated' },
  permission,
  params: z.object({ consumerId, siteId }),
  example: {},
  handler: async ({ trx, params }): Promise<{ untreated: number }> => {
    const { untreated } = await countOf(trx, { enterpriseId: params.consumerId, siteId: params.siteId });
    return { untreated };
  },
});

/** Today on the clock of a site; of several, on that of the platform. */
async function today(trx: Db, siteId: number | undefined): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select time_zone as zone from monitor_site where id = ${siteId ?? null}`.execute(trx);
  return dateAt(rows[0]?.zone ?? HOME_ZONE, Date.now());
}

const getDayAndMonthAlarmCnt = defineRoute({
  method: 'GET',
  path: `${at}/getDayAndMonthAlarmCnt`,
  summary: { zh: '本日与本月告警数量', en: 'Alarms of today and of this month' },
  permission,
  params: z.object({ consumerId, siteId }),
  example: {},
  handler: async ({ trx, params }): Promise<DayAndMonth> => {
    const date = await today(trx, params.siteId);
    const scope = { enterpriseId: params.consumerId, siteId: params.siteId };
    const day = await countOf(trx, { ...scope, startTime: date, endTime: date });
    const month = await countOf(trx, { ...scope, startTime: `${date.slice(0, 7)}-01`, endTime: date });
    return { date, day: day.total, month: month.total };
  },
});

const getListByDt = defineRoute({
  method: 'GET',
  path: `${at}/getListByDt`,
  summary: { zh: '某日的告警记录', en: 'Alarm records of a day' },
  permission,
  params: z.object({ consumerId, siteId, dt: z.iso.date().optional(), ...paging }),
  example: { pageSize: 10 },
  handler: async ({ trx, params }): Promise<Page<AlarmRow>> => {
    const date = params.dt ?? (await today(trx, params.siteId));
    return recordPage(trx, { ...params, enterpriseId: params.consumerId, startTime: date, endTime: date });
  },
});

const getSiteList = defineRoute({
  method: 'GET',
  path: `${at}/getSiteList`,
  summary: { zh: '站点及其告警数量', en: 'Sites with how many alarms stand there' },
  permission,
  params: z.object({ consumerId, ...paging }),
  example: {},
  handler: async ({ trx, params }): Promise<Page<AlarmOfSite>> => {
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<AlarmOfSite & { total: number }>`
      select s.id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName", s.consumer_id as "consumerId",
        (select count(*)::integer from alarm_record r where r.site_id = s.id and ${OPEN}
          and r.revision is distinct from 'withdrawn') as open,
        (select count(*)::integer from alarm_record r where r.site_id = s.id and r.process = '0'
          and r.revision is distinct from 'withdrawn') as untreated,
        count(*) over ()::integer as total
      from monitor_site s where ${params.consumerId ?? null}::integer is null or s.consumer_id = ${params.consumerId ?? null}
      order by s.id limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    const list = rows.map(({ total: _total, ...site }) => site);
    return { list, pagination: { current, pageSize, total: rows[0]?.total ?? 0 } };
  },
});

const lastestAlarmOfSite = defineRoute({
  method: 'GET',
  // Spelled as the specification does.
  path: `${at}/lastestAlarmOfSite`,
  summary: { zh: '站点最新告警', en: 'The newest alarm of a site' },
  permission,
  params: z.object({ siteId: id() }),
  example: { siteId: 1 },
  handler: async ({ trx, params }): Promise<AlarmRow | null> => {
    const { rows } = await alarmRows(trx, {
      where: sql<boolean>`r.site_id = ${params.siteId} and r.revision is distinct from 'withdrawn'`,
      order: sql`r.raised_at desc, r.id desc`,
      limit: 1,
      offset: 0,
    });
    return rows[0] ?? null;
  },
});

export const userRoutes = [
  getAlarmRecordByConsumerId,
  getAlarmRecordByState,
  getDatatable,
  getCount,
  getUntreatedAlarmCnt,
  getDayAndMonthAlarmCnt,
  getListByDt,
  getSiteList,
  lastestAlarmOfSite,
];
