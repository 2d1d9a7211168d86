import { sql } from 'kysely';
import * as z from 'zod';
import { pageOf, paging, id } from '#contract/param.ts';
import type { Page } from '#contract/envelope.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { defineRoute } from '#server/route.ts';
import type { ChannelStateWire, MeterStateWire } from '../contract.ts';

/** Function code of the page that shows how the collector does. */
const COLLECTOR_PAGE = 'SDNCommunication.SDNCollector';

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** How the channels do, those with trouble first. */
export const getChannelStates = defineRoute({
  method: 'GET',
  path: '/api/archive/collectorChannel/getStates',
  summary: { zh: '采集通道：运行状态', en: 'Collector channels: how they do' },
  permission: COLLECTOR_PAGE,
  params: z.object({
    ...paging,
    id: id().optional(),
    consumerId: id().optional(),
    search: z.string().max(100).optional(),
  }),
  example: { current: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<ChannelStateWire>> => {
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<ChannelStateWire & { total: number }>`
      select c.id as "channelId", shown_name(c.channel_name, c.channel_name_en) as "channelName", g.id as "gatewayId", shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName",
        c.protocol, c.host, c.port, c.interval_seconds as "intervalSeconds",
        (c.state = '1' and g.state = '1') as "inUse", coalesce(s.state, 'waiting') as state, s.detail,
        ${ms('s.since')} as since, ${ms('s.last_ok_at')} as "lastOkAt",
        coalesce((select time_zone from monitor_site where consumer_id = c.consumer_id order by id limit 1),
          ${homeZone}) as "timeZone", m.n::integer as meters,
        m.ok::integer as "metersOk", count(*) over ()::integer as total
      from collector_channel c join gateway g on g.id = c.gateway_id
      left join collector_state s on s.channel_id = c.id and s.collector_meter_id = 0
      cross join lateral (select count(*) as n, count(*) filter (where t.state = 'ok') as ok
        from collector_meter m left join collector_state t on t.channel_id = c.id and t.collector_meter_id = m.id
        where m.channel_id = c.id and m.state = '1') m
      where (${params.consumerId ?? null}::integer is null or c.consumer_id = ${params.consumerId ?? null})
        and (${params.id ?? null}::integer is null or c.id = ${params.id ?? null})
        and (${params.search ?? null}::text is null
          or strpos(lower(c.channel_name || ' ' || c.host), lower(${params.search ?? null})) > 0)
      order by (c.state = '1' and coalesce(s.state, 'waiting') <> 'ok') desc, m.n > m.ok desc, c.channel_name, c.id
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...row }) => row),
      pagination: { total: rows[0]?.total ?? 0, current, pageSize },
    };
  },
});

/** How the meters of a channel do. */
export const getMeterStates = defineRoute({
  method: 'GET',
  path: '/api/archive/collectorChannel/getMeterStates',
  summary: { zh: '采集通道：表计状态', en: 'Collector channels: how the meters do' },
  permission: COLLECTOR_PAGE,
  params: z.object({ ...paging, id: id() }),
  example: { id: 1, current: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<MeterStateWire>> => {
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<MeterStateWire & { total: number }>`
      select m.id as "collectorMeterId", a.id as "ammeterId", a.ammeter_code as "ammeterCode",
        shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", m.unit_address as "unitAddress", d.id as "deviceModelId",
        shown_name(d.device_model_name, d.device_model_name_en) as "deviceModelName", m.state = '1' as "inUse", coalesce(s.state, 'waiting') as state,
        s.detail, ${ms('s.since')} as since, ${ms('s.last_ok_at')} as "lastOkAt",
        ${ms('s.last_try_at')} as "lastTryAt", coalesce(s.failures, 0) as failures, s.took_ms as took,
        count(*) over ()::integer as total
      from collector_meter m join ammeter a on a.id = m.ammeter_id join device_model d on d.id = m.device_model_id
      left join collector_state s on s.channel_id = m.channel_id and s.collector_meter_id = m.id
      where m.channel_id = ${params.id}
      order by (m.state = '1' and coalesce(s.state, 'waiting') <> 'ok') desc, a.ammeter_code, m.id
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...row }) => row),
      pagination: { total: rows[0]?.total ?? 0, current, pageSize },
    };
  },
});
