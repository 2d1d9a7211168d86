import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { nextEscalation } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { AlarmLink, AlarmTree } from '../contract.ts';

/** Longer chains are none. */
const MOST_CAUSES = 10;

const LINK = sql`r.id, r.gateway_id as "gatewayId", shown_name(r.record_name, r.record_name_en) as name,
  r.alarm_level as "alarmLevel", r.alarm_status as "alarmStatus", (extract(epoch from r.raised_at) * 1000)::float8 as "raisedAt"`;

/** What a record follows from, the nearest first; where its gateway has no record yet, the gateway. */
async function causesOf(trx: Db, recordId: number): Promise<readonly AlarmLink[]> {
  const { rows } = await sql<AlarmLink>`
    with recursive chain as (
      select r._cause_id as id, 1 as depth from alarm_record r where r.id = ${recordId}
      union all
      select r._cause_id, c.depth + 1 from chain c join alarm_record r on r.id = c.id where c.depth < ${MOST_CAUSES})
    select ${LINK} from chain c join alarm_record r on r.id = c.id order by c.depth`.execute(trx);
  if (rows.length > 0) return rows;
  const { rows: gateways } = await sql<AlarmLink>`
    select null::integer as id, g.id as "gatewayId", shown_name(g.gateway_name, g.gateway_name_en) as name,
      null as "alarmLevel", null as "alarmStatus", null::float8 as "raisedAt"
    from alarm_record r join gateway g on g.id = r._cause_gateway_id where r.id = ${recordId}`.execute(trx);
  return gateways;
}

const getTree = defineRoute({
  method: 'GET',
  path: '/api/alarm/record/getTree',
  summary: {
    zh: '告警的起因、由它引起的告警与下一次升级',
    en: 'What an alarm follows from, what follows from it, and who is notified next',
  },
  permission: 'event.alarmRecord.view',
  params: z.object({ alarmRecordId: id(), ...paging }),
  example: { alarmRecordId: 1 },
  handler: async ({ trx, params: { alarmRecordId, ...asked } }): Promise<AlarmTree> => {
    const { current, pageSize } = pageOf(asked);
    const { rows: found } = await sql<{ total: number; standing: number }>`
      select count(f.id)::integer as total, count(f.id) filter (where f.alarm_status = '1')::integer as standing
      from alarm_record r left join alarm_record f on f._cause_id = r.id
      where r.id = ${alarmRecordId} group by r.id`.execute(trx);
    const [counts] = found;
    if (!counts) throw noSuchRow();
    const { rows: list } = await sql<AlarmLink>`
      select ${LINK} from alarm_record r where r._cause_id = ${alarmRecordId}
      order by r.alarm_status desc, r.alarm_level, r.raised_at, r.id
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      causes: await causesOf(trx, alarmRecordId),
      list,
      pagination: { current, pageSize, total: counts.total },
      standing: counts.standing,
      next: await nextEscalation(trx, alarmRecordId),
    };
  },
});

export const treeRoutes = [getTree];
