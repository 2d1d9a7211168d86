import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import type { AlarmCount, AlarmShare, AlarmTop } from '../contract.ts';

/** Whose records, and from when to when they were raised (dates or instants). */
const query = {
  enterpriseId: id().optional(),
  siteId: id().optional(),
  startTime: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  endTime: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
};

interface Query {
  readonly enterpriseId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
}

/** Withdrawn records are no alarms. */
function rowsOf({ enterpriseId, siteId, startTime, endTime }: Query): RawBuilder<unknown> {
  if (startTime !== undefined && endTime !== undefined && Date.parse(startTime) > Date.parse(endTime))
    throw badInput({ zh: '结束时间：不能早于开始时间', en: 'End: may not precede the begin' }, 'endTime');
  return sql`from alarm_record r where r.revision is distinct from 'withdrawn'
    and (${enterpriseId ?? null}::integer is null or r.consumer_id = ${enterpriseId ?? null})
    and (${siteId ?? null}::integer is null or r.site_id = ${siteId ?? null})
    and (${startTime ?? null}::timestamptz is null or r.raised_at >= ${startTime ?? null}::timestamptz)
    and (${endTime ?? null}::timestamptz is null or r.raised_at <= ${endTime ?? null}::timestamptz)`;
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
  params: z.object({ ...query, type: z.enum(['level', 'type', 'process', 'status']).default('level') }),
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
  params: z.object(query),
  example: {},
  handler: async ({ trx, params }): Promise<AlarmCount> => {
    const { rows } = await sql<AlarmCount>`select count(*)::integer as total,
      count(*) filter (where r.alarm_status = '1')::integer as active,
      count(*) filter (where r.process = '0')::integer as untreated,
      count(*) filter (where r.process = '1')::integer as confirmed ${rowsOf(params)}`.execute(trx);
    return rows[0] ?? { total: 0, active: 0, untreated: 0, confirmed: 0 };
  },
});

const getTop = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getTop',
  summary: { zh: '告警最多的对象', en: 'What raises most alarms' },
  permission,
  params: z.object({ ...query, top: z.coerce.number().int().min(1).max(100).default(10) }),
  example: { top: 10 },
  handler: async ({ trx, params }): Promise<AlarmTop[]> => {
    const { rows } = await sql<AlarmTop>`
      select t.*, s.org_name as "siteName" from (
        select r.alarm_id as "alarmId", r.ammeter_id as "ammeterId", min(r.record_name) as "recordName",
          min(r.site_id) as site, sum(r.raise_count)::integer as raises
        ${rowsOf(params)} group by 1, 2, case when r.alarm_id is null then r.record_name end
        order by 5 desc, 3 limit ${params.top}) t
      left join monitor_site s on s.id = t.site order by raises desc, "recordName"`.execute(trx);
    return rows.map(({ alarmId, ammeterId, recordName, siteName, raises }) => ({ alarmId, ammeterId, recordName, siteName, raises })); // prettier-ignore
  },
});

export const figureRoutes = [getStatistics, getCount, getTop];
