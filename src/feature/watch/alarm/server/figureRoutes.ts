import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { AlarmCount, AlarmRatesWire, AlarmShare, AlarmTop } from '../contract.ts';
import { conditionOf, type RecordQuery, scopeQuery } from './query.ts';
import { ratesOf } from './rates.ts';

const rowsOf = (query: RecordQuery) => sql`from alarm_record r where ${conditionOf(query)}`;

/** How many records a query has, by condition and by what people did. */
export async function countOf(trx: Db, query: RecordQuery): Promise<AlarmCount> {
  const { rows } = await sql<AlarmCount>`select count(*)::integer as total,
      count(*) filter (where r.alarm_status = '1')::integer as active,
      count(*) filter (where r.process = '0')::integer as untreated,
      count(*) filter (where r.process = '1')::integer as confirmed ${rowsOf(query)}`.execute(trx);
  return rows[0] ?? { total: 0, active: 0, untreated: 0, confirmed: 0 };
}

const permission = 'event.alarmRecord.view';
const GROUPS = {
  level: 'alarm_level',
  type: 'alarm_type',
  process: 'process',
  status: 'alarm_status',
} as const;

const getStatistics = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getStatistics',
  summary: { zh: '告警统计', en: 'Statistics of alarms' },
  permission,
  params: z.object({ ...scopeQuery, type: z.enum(['level', 'type', 'process', 'status']).default('level') }),
  example: { type: 'level' },
  handler: async ({ trx, params }): Promise<AlarmShare[]> => {
    const column = sql.ref(`r.${GROUPS[params.type]}`);
    const { rows } = await sql<AlarmShare>`select ${column} as code, count(*)::integer as count
      ${rowsOf(params)} group by 1 order by 1`.execute(trx);
    return rows;
  },
});

const getCount = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getCount',
  summary: { zh: '告警数量', en: 'How many alarms' },
  permission,
  params: z.object(scopeQuery),
  example: {},
  handler: ({ trx, params }): Promise<AlarmCount> => countOf(trx, params),
});

const getTop = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getTop',
  summary: { zh: '告警最多的对象', en: 'What raises most alarms' },
  permission,
  params: z.object({ ...scopeQuery, top: z.coerce.number().int().min(1).max(100).default(10) }),
  example: { top: 10 },
  handler: async ({ trx, params }): Promise<AlarmTop[]> => {
    const { rows } = await sql<AlarmTop>`
      select t."alarmId", t."ammeterId", t."recordName", shown_name(s.org_name, s.org_name_en) as "siteName",
        shown_name(m.ammeter_name, m.ammeter_name_en) as "ammeterName",
        shown_name(p.point_name, p.point_name_en) as "pointName", t.raises
      from (
        select r.alarm_id as "alarmId", r.ammeter_id as "ammeterId", r.signal_point_id as point,
          min(shown_name(r.record_name, r.record_name_en)) as "recordName", min(r.site_id) as site,
          sum(r.raise_count)::integer as raises
        ${rowsOf(params)} group by 1, 2, 3, case when r.alarm_id is null then r.record_name end
        order by 6 desc, 4 limit ${params.top}) t
      left join monitor_site s on s.id = t.site left join ammeter m on m.id = t."ammeterId"
        left join signal_point p on p.id = t.point
      order by t.raises desc, t."recordName"`.execute(trx);
    return rows;
  },
});

const getRates = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getRates',
  summary: {
    zh: '告警管理指标：触发率、洪水、级别分布、确认用时',
    en: 'Figures of alarm management: rates, floods, split by level, time to confirm',
  },
  permission,
  params: z.object(scopeQuery),
  example: {},
  handler: ({ trx, params }): Promise<AlarmRatesWire> => ratesOf(trx, params, Date.now()),
});

export const figureRoutes = [getStatistics, getCount, getTop, getRates];
