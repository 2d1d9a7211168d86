import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { gateway } from '#contract/resource/archive/gateway.ts';
import { type Call, defineRoute } from '#server/route.ts';
import { TOPICS } from '../contract.ts';
import { browserFilter, privateTopic } from '../domain/topic.ts';
import { tellAll } from './live.ts';

const MOST_BYTES = 4096;
const permission = funCodeOf(gateway, 'edit');

/** JSON given as it is, as text, or as the fields of a form. */
function jsonOf(data: unknown): string {
  const text = JSON.stringify(typeof data === 'string' ? parsed(data) : data);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw badInput({ zh: `data：最多 ${MOST_BYTES} 字节`, en: `data: at most ${MOST_BYTES} bytes` }, 'data');
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Writes down who sent what. */
const record = (
  { trx, caller }: Pick<Call<unknown>, 'trx' | 'caller'>,
  row: { consumerId: number; resource: string; rowId: number | null; topic: string; data: string },
) =>
  sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, after, ip)
  values (${caller.employeeId}, ${caller.userName}, ${row.consumerId}, ${row.resource}, ${row.rowId}, 'send',
    ${JSON.stringify({ topic: row.topic, data: row.data })}, ${caller.ip ?? null})`.execute(trx);

/** Publishes JSON to browsers that subscribe to a topic of one's enterprise. */
export const sendData = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/sendData',
  summary: {
    zh: '消息服务：向主题 data/企业/名称 发送数据',
    en: 'Messaging: send data to the topic data/enterprise/name',
  },
  permission,
  params: z.object({ topic: z.string().max(200), data: z.unknown().optional() }),
  handler: async (call) => {
    const { trx, caller, params, services } = call;
    const filter = browserFilter(params.topic);
    if (
      !filter ||
      filter.consumer === '+' ||
      /[+#]/.test(params.topic) ||
      !params.topic.startsWith(`${TOPICS.data}/`)
    )
      throw badInput(
        {
          zh: 'topic：只能是 data/企业编号/名称，不含通配符',
          en: 'topic: may only be data/enterprise id/name, without wildcards',
        },
        'topic',
      );
    const { rows } = await sql`select from consumer where id = ${filter.consumer}`.execute(trx);
    if (rows.length === 0 || caller.limit !== undefined) throw forbidden();
    const data = jsonOf(params.data ?? null);
    await record(
      { trx, caller },
      { consumerId: filter.consumer, resource: 'mqtt', rowId: null, topic: params.topic, data },
    );
    await tellAll(services.pool, [{ topic: params.topic, payload: data }]);
    return { topic: params.topic };
  },
});

/** Sends a command to a gateway, or to a device behind it, by the gateway API. */
export const sendGatewayData = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/sendGatewayData',
  summary: { zh: '消息服务：向网关发送命令', en: 'Messaging: send a command to a gateway' },
  permission,
  params: z.object({
    gatewayId: id(),
    deviceName: z.string().max(200).optional(),
    method: z.string().min(1).max(100),
    params: z.unknown().optional(),
  }),
  handler: async ({ trx, caller, params, services }) => {
    const { rows } = await sql<{ consumerId: number; open: boolean }>`
      select g.consumer_id as "consumerId", s.connected_at is not null and s.disconnected_at is null as open
      from gateway g left join gateway_state s on s.gateway_id = g.id where g.id = ${params.gatewayId}`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw noSuchRow();
    if (!row.open || services.config.mqttUrl !== undefined)
      throw conflict(
        {
          zh: '网关当前没有通过平台的消息服务连接，命令无法送达',
          en: 'The gateway is not connected to the broker of the platform now, so the command cannot reach it',
        },
        'gatewayId',
      );
    const requestId = randomInt(1, 2 ** 31);
    const command = { method: params.method, params: parsed(jsonOf(params.params ?? {})) };
    const [topic, data] = params.deviceName
      ? ['v1/gateway/rpc', JSON.stringify({ device: params.deviceName, data: { id: requestId, ...command } })]
      : [`v1/devices/me/rpc/request/${requestId}`, JSON.stringify(command)];
    await record(
      { trx, caller },
      { consumerId: row.consumerId, resource: 'gateway', rowId: params.gatewayId, topic, data },
    );
    await tellAll(services.pool, [{ topic: privateTopic(params.gatewayId, topic), payload: data }]);
    return { requestId, topic };
  },
});
