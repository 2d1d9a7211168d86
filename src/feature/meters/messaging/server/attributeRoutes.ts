import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { gateway } from '#resource/archive/gateway.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { GatewayAttribute, GatewayAttributes } from '../contract.ts';
import { ATTRIBUTE_LIMITS } from '../domain/attribute.ts';
import { tellShared } from './attribute.ts';
import { refuseOutput } from './refuseOutput.ts';

const edit = funCodeOf(gateway, 'edit');
const MOST_DEVICES = 500;

interface Raw extends Omit<GatewayAttribute, 'updatedAt'> {
  readonly updatedAt: Date;
  readonly n: number;
}

const getGatewayAttributes = defineRoute({
  method: 'GET',
  path: '/api/sys/mqtt/getGatewayAttributes',
  summary: {
    zh: '消息服务：网关及其设备的属性',
    en: 'Messaging: attributes of a gateway and of devices behind it',
  },
  permission: funCodeOf(gateway, 'view'),
  params: z.object({
    ...paging,
    gatewayId: id(),
    /** Those set here and told to the device; else those that the device tells. */
    shared: yesNo().default(false),
    search: z.string().trim().max(200).optional(),
  }),
  example: { gatewayId: 1, pageSize: 20 },
  handler: async ({ trx, params }): Promise<GatewayAttributes> => {
    const { gatewayId, shared, search } = params;
    const { rows: found } = await sql`select from gateway where id = ${gatewayId}`.execute(trx);
    if (found.length === 0) throw noSuchRow();
    const page = pageOf(params);
    const like = search ? `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
    const { rows } = await sql<Raw>`
      select nullif(device_name, '') as "deviceName", attribute_name as "attributeName", value,
        updated_at as "updatedAt", updated_by as "updatedBy", (count(*) over ())::integer as n
      from gateway_attribute where gateway_id = ${gatewayId} and shared = ${shared}
        and (${like}::text is null or lower(device_name) like ${like} or lower(attribute_name) like ${like})
      order by device_name, attribute_name
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: devices } = await sql<{ name: string }>`
      select device_name as name from gateway_mapping where gateway_id = ${gatewayId}
      union select device_name from gateway_attribute where gateway_id = ${gatewayId} and device_name <> ''
      order by 1 limit ${MOST_DEVICES}`.execute(trx);
    return {
      list: rows.map(({ n: _, updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.getTime() })),
      pagination: { total: rows[0]?.n ?? 0, ...page },
      devices: devices.map(({ name }) => name),
    };
  },
});

const name = z
  .string()
  .trim()
  .min(1)
  .max(ATTRIBUTE_LIMITS.name)
  .regex(/^[^\0,]*$/);
const device = z
  .string()
  .trim()
  .max(ATTRIBUTE_LIMITS.name)
  .regex(/^[^\0]*$/)
  .default('');

const setGatewayAttribute = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/setGatewayAttribute',
  summary: {
    zh: '消息服务：设置下发属性，并通知网关',
    en: 'Messaging: set a shared attribute and tell the gateway',
  },
  permission: edit,
  params: z.object({
    gatewayId: id(),
    /** Empty = the gateway itself. */
    deviceName: device,
    attributeName: name,
    /** JSON. */
    value: z.string().max(ATTRIBUTE_LIMITS.value),
  }),
  example: { gatewayId: 1, attributeName: 'uploadSeconds', value: '900' },
  handler: async (call) => {
    const { trx, caller, params, services } = call;
    const { gatewayId, deviceName, attributeName } = params;
    const value = jsonText(params.value);
    const sent = { gatewayId, name: attributeName, deviceName: deviceName || null };
    await refuseOutput(services.system, sent, 'attributeName');
    const consumerId = await noted(call, gatewayId, `${nameOf(params)} = ${value.slice(0, 200)}`);
    // One at a time of a gateway: together they would pass the bounds.
    await sql`select pg_advisory_xact_lock(7303170, ${gatewayId})`.execute(trx);
    const { rows } = await sql<{ known: boolean; device: number; all: number }>`
      select coalesce(bool_or(device_name = ${deviceName} and attribute_name = ${attributeName}), false) as known,
        (count(*) filter (where device_name = ${deviceName}))::integer as device, count(*)::integer as all
      from gateway_attribute where gateway_id = ${gatewayId} and shared`.execute(trx);
    const [had] = rows;
    if (had && !had.known && (had.device >= ATTRIBUTE_LIMITS.device || had.all >= ATTRIBUTE_LIMITS.gateway))
      throw conflict(
        {
          zh: `下发属性最多每台设备 ${ATTRIBUTE_LIMITS.device} 个、每个网关 ${ATTRIBUTE_LIMITS.gateway} 个`,
          en: `at most ${ATTRIBUTE_LIMITS.device} shared attributes of a device and ${ATTRIBUTE_LIMITS.gateway} of a gateway`,
        },
        'attributeName',
      );
    await sql`
      insert into gateway_attribute (gateway_id, consumer_id, device_name, shared, attribute_name, value, updated_by)
      values (${gatewayId}, ${consumerId}, ${deviceName}, true, ${attributeName}, ${value}, ${caller.userName})
      on conflict (gateway_id, device_name, shared, attribute_name) do update
        set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
      trx,
    );
    await tellShared(trx, { gatewayId, deviceName: deviceName || null, name: attributeName });
    return { gatewayId, deviceName: deviceName || null, attributeName, value };
  },
});

const deleteGatewayAttribute = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/deleteGatewayAttribute',
  summary: {
    zh: '消息服务：删除下发属性，并通知网关',
    en: 'Messaging: remove a shared attribute and tell the gateway',
  },
  permission: edit,
  params: z.object({ gatewayId: id(), deviceName: device, attributeName: name }),
  example: { gatewayId: 1, attributeName: 'uploadSeconds' },
  handler: async (call) => {
    const { trx, params } = call;
    const { gatewayId, deviceName, attributeName } = params;
    await noted(call, gatewayId, `${nameOf(params)} ✕`);
    const { numAffectedRows } = await sql`delete from gateway_attribute
      where gateway_id = ${gatewayId} and device_name = ${deviceName} and shared
        and attribute_name = ${attributeName}`.execute(trx);
    if (!numAffectedRows) throw noSuchRow();
    await tellShared(trx, { gatewayId, deviceName: deviceName || null, name: attributeName });
    return { deleted: Number(numAffectedRows) };
  },
});

const nameOf = ({ deviceName, attributeName }: { deviceName: string; attributeName: string }): string =>
  deviceName ? `${deviceName} / ${attributeName}` : attributeName;

/** Writes down who changed what of a gateway. @returns its enterprise @throws Fault 404 */
async function noted(call: SlotCall, gatewayId: number, what: string): Promise<number> {
  const row = await findRow(call.trx, gateway, gatewayId);
  if (!row) throw noSuchRow();
  await recordChange(call, gateway, 'edit', row, row, `下发属性 / shared attribute: ${what}`);
  return Number(row['consumerId']);
}

/** @throws Fault 400 where it is no JSON */
function jsonText(text: string): string {
  const value = readJson(text);
  const written = value === undefined ? undefined : JSON.stringify(value);
  if (written === undefined || new TextEncoder().encode(written).length > ATTRIBUTE_LIMITS.value)
    throw badInput(
      {
        zh: `value：应为 JSON（文本加引号），最多 ${ATTRIBUTE_LIMITS.value} 字节`,
        en: `value: must be JSON (text in quotes), at most ${ATTRIBUTE_LIMITS.value} bytes`,
      },
      'value',
    );
  return written;
}

export const attributeRoutes: readonly Route[] = [
  getGatewayAttributes,
  setGatewayAttribute,
  deleteGatewayAttribute,
];
