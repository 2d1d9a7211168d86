import { sql } from 'kysely';
import * as z from 'zod';
import { id } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import type { Undelivered } from '../contract.ts';

/** Messages of alarms that do not arrive, by channel, for as long as nothing of the enterprise got out by it afterwards. */
const getUndelivered = defineRoute({
  method: 'GET',
  path: '/api/alarm/linkageRecord/getUndelivered',
  summary: {
    zh: '未能送达的告警消息，按通道',
    en: 'Messages of alarms that do not arrive, by channel',
  },
  permission: 'event.alarmRecord.view',
  params: z.object({ enterpriseId: id().optional() }),
  example: {},
  handler: async ({ trx, params: { enterpriseId } }): Promise<readonly Undelivered[]> => {
    const own = enterpriseId === undefined ? sql`true` : sql`o.consumer_id = ${enterpriseId}`;
    const { rows } = await sql<Undelivered>`
      select o.channel, (count(*) filter (where o.state <> 'failed'))::integer as waiting,
        (count(*) filter (where o.state = 'failed'))::integer as failed,
        floor(extract(epoch from min(o.created_at)) * 1000)::float8 as since,
        (array_agg(o.error order by o.id desc))[1] as error
      from outbox o
      where (o.state in ('waiting', 'sending') or o.state = 'failed' and o.due_at > now() - interval '1 day')
        and o.purpose = 'alarm' and o.error is not null and ${own}
        and not exists (select from outbox s
          where s.channel = o.channel and s.consumer_id = o.consumer_id and s.state = 'sent' and s.error is null
            and s.sent_at > o.created_at and s.created_at > o.created_at - interval '2 hours')
      group by o.channel order by o.channel`.execute(trx);
    return rows;
  },
});

export const undeliveredRoutes = [getUndelivered];
