import { sql } from 'kysely';
import * as z from 'zod';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf } from '#resource/index.ts';
import { defineRoute } from '#server/route.ts';
import { CONTACT_STATES, type ConnectInfo, type GatewayRow, type GatewaySummary } from '../contract.ts';
import { gatewayRows } from './gatewayRows.ts';

const permission = funCodeOf(resourceOf('gateway'), 'view');

const matches = (row: GatewayRow, search: string): boolean =>
  [row.gatewayName, row.siteName, row.address, row.protocol].some((text) =>
    (text ?? '').toLowerCase().includes(search),
  );

/** Gateways as they stand now, with how many stand how. */
export const getlist = defineRoute({
  method: 'GET',
  path: '/api/communication/gateway/getlist',
  summary: { zh: '网关通信', en: 'Gateways as they stand now' },
  permission,
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    contact: z.enum(CONTACT_STATES).optional(),
    search: z.string().max(200).optional(),
  }),
  example: { consumerId: 1001, pageSize: 10 },
  handler: async ({ trx, params }) => {
    const all = await gatewayRows(trx, { consumerId: params.consumerId }, Date.now());
    const summary: GatewaySummary = { never: 0, online: 0, offline: 0, silent: 0 };
    for (const row of all) (summary as Record<GatewayRow['contact'], number>)[row.contact] += 1;
    const search = params.search?.trim().toLowerCase() ?? '';
    const rows = all.filter(
      (row) =>
        (params.contact === undefined || row.contact === params.contact) && (!search || matches(row, search)),
    );
    const page = pageOf(params);
    const start = (page.current - 1) * page.pageSize;
    return {
      list: rows.slice(start, start + page.pageSize),
      pagination: { total: rows.length, ...page },
      summary,
    };
  },
});

export const get = defineRoute({
  method: 'GET',
  path: '/api/communication/gateway/get',
  summary: { zh: '一个网关的通信状态', en: 'One gateway as it stands now' },
  permission,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }) => {
    const [row] = await gatewayRows(trx, { id: params.id }, Date.now());
    if (!row) throw noSuchRow();
    return row;
  },
});

/** Ports and an example device for the instructions; the host is the one that the browser uses. */
export const getConnectInfo = defineRoute({
  method: 'GET',
  path: '/api/communication/gateway/getConnectInfo',
  summary: { zh: '网关接入说明', en: 'Where a gateway sends to' },
  permission,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }): Promise<ConnectInfo> => {
    const { rows } = await sql<{ code: string | null }>`
      select (select a.ammeter_code from ammeter a where a.consumer_id = g.consumer_id
          and (g.site_id is null or a.site_id = g.site_id) and a.device_type not in (${sql.lit(DEVICE_TYPE.communicationManager)}, ${sql.lit(DEVICE_TYPE.totalAdder)})
        order by a.id limit 1) as code
      from gateway g where g.id = ${params.id}`.execute(trx);
    const [row] = rows;
    if (!row) throw noSuchRow();
    const { mqttUrl, mqttPort, mqttTls, mqttWsPort } = services.config;
    return {
      brokerUrl: mqttUrl === undefined ? null : withoutSecret(mqttUrl),
      mqttPort: mqttUrl === undefined ? mqttPort : null,
      tlsPort: mqttUrl === undefined ? (mqttTls?.port ?? null) : null,
      webSocketPort: mqttUrl === undefined ? mqttWsPort : null,
      exampleDevice: row.code ?? 'E-001',
    };
  },
});

/** The address of a broker without what it may hold of a log-in. */
function withoutSecret(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
