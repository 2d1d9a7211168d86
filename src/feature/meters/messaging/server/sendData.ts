import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import { funCodeOf } from '#contract/permission.ts';
import { gateway } from '#resource/archive/gateway.ts';
import { type Call, defineRoute } from '#server/route.ts';
import { TOPICS } from '../contract.ts';
import { browserFilter } from '../domain/topic.ts';
import { tellAll } from './live.ts';

const MOST_BYTES = 4096;
const permission = funCodeOf(gateway, 'edit');

/** JSON given as it is, as text, or as the fields of a form. @throws Fault 400 where it is too long */
export function jsonOf(data: unknown): string {
  const text = JSON.stringify(typeof data === 'string' ? (readJson(data) ?? data) : data);
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw badInput({ zh: `data：最多 ${MOST_BYTES} 字节`, en: `data: at most ${MOST_BYTES} bytes` }, 'data');
  return text;
}

/** Writes down who sent what. */
export const recordSent = (
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
  example: { topic: 'data/1001/board', data: '{"text":"hello"}' },
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
    await recordSent(
      { trx, caller },
      { consumerId: filter.consumer, resource: 'mqtt', rowId: null, topic: params.topic, data },
    );
    await tellAll(services.pool, [{ topic: params.topic, payload: data }]);
    return { topic: params.topic };
  },
});
