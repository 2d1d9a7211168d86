import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { eventConfig } from '#resource/alarm/eventConfig.ts';
import { defineRoute } from '#server/route.ts';

/** A key that a device sends and that is no value of a meter: it may be an event. */
interface IotEvent {
  readonly eventIdentifier: string;
  readonly deviceName: string;
  readonly gatewayId: number;
  readonly gatewayName: string;
  /** How often it came. */
  readonly n: number;
  /** ISO 8601 */
  readonly lastAt: string;
  /** The event that has this identifier already; null = none. */
  readonly eventId: number | null;
}

/** What gateways send that could be an event, the newest first; only of gateways that the caller sees. */
const getEventFromIot = defineRoute({
  method: 'GET',
  path: '/api/alarm/eventConfig/getEventFromIot',
  summary: { zh: '设备事件：设备发来的事件标识', en: 'Events of devices: identifiers that devices send' },
  permission: funCodeOf(eventConfig, 'view'),
  params: z.object({ siteId: id().optional(), gatewayId: id().optional(), ...paging }),
  example: {},
  handler: async ({ trx, params }): Promise<Page<IotEvent>> => {
    const { siteId = null, gatewayId = null } = params;
    const page = pageOf(params);
    const wanted = sql`gateway_rejection r join gateway g on g.id = r.gateway_id
      where r.reason = 'unknownKey' and (${siteId}::integer is null or g.site_id = ${siteId})
        and (${gatewayId}::integer is null or g.id = ${gatewayId})`;
    const { rows: list } = await sql<IotEvent>`
      select r.data_key as "eventIdentifier", r.device_name as "deviceName", r.gateway_id as "gatewayId",
        shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName", r.n::integer as n, to_json(r.last_at) #>> '{}' as "lastAt",
        (select e.id from event_config e where e.consumer_id = r.consumer_id and e.event_identifier = r.data_key)
          as "eventId"
      from ${wanted} order by r.last_at desc, r.data_key, r.device_name, r.gateway_id
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from ${wanted}`.execute(trx);
    return { list, pagination: { total: counts[0]?.total ?? 0, ...page } };
  },
});

export const eventRoutes = [getEventFromIot];
