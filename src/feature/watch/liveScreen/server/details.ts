import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { conditionOf, countOpen } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { ObjectDetails, RealParam, ThingDevice, ThingFile, ThingTrace } from '../contract.ts';
import { meterParams } from './items.ts';
import { nodeInfo } from './node.ts';
import { realDatasOf } from './realData.ts';
import { realParamsOf } from './realParams.ts';

interface Found {
  readonly orgId: number | null;
  readonly deviceId: number | null;
  readonly typeName: string | null;
  readonly meterIds: readonly number[] | null;
}

/** Which object and device are meant. @throws Fault 404 */
async function find(
  trx: Db,
  of: { readonly orgId?: number | undefined; readonly deviceId?: number | undefined },
  language: Language,
): Promise<Found> {
  const { rows } = await sql<Found>`
    select o.id as "orgId", o.device_id as "deviceId", ${nameIn('t.type_name', language)} as "typeName",
      o.ammeter_id_list as "meterIds"
    from monitor_object o left join monitor_object_type t on t.id = o.monitor_object_type_id
    where (${of.orgId ?? null}::integer is not null and o.id = ${of.orgId ?? null})
      or (${of.orgId ?? null}::integer is null and o.device_id = ${of.deviceId ?? null}) order by o.id limit 1`.execute(
    trx,
  );
  if (rows[0]) return rows[0];
  if (of.orgId !== undefined || of.deviceId === undefined) throw noSuchRow();
  return { orgId: null, deviceId: of.deviceId, typeName: null, meterIds: null };
}

/** All of one object, or of a device with the object that stands for it. @param now ms @throws Fault 404 */
export async function detailsOf(
  trx: Db,
  of: { readonly orgId?: number | undefined; readonly deviceId?: number | undefined },
  language: Language,
  now: number,
): Promise<ObjectDetails> {
  const { orgId, deviceId, typeName, meterIds } = await find(trx, of, language);
  const device = deviceId === null ? null : await deviceOf(trx, deviceId);
  const own = orgId === null ? null : await nodeInfo(trx, orgId);
  const place = own ?? (device ? await nodeInfo(trx, device.siteId) : null);
  if (!place || (own === null && device === null)) throw noSuchRow();
  const { rows: meters } = await sql<ObjectDetails['meters'][number]>`
    select id as "ammeterId", shown_name(ammeter_name, ammeter_name_en) as "ammeterName", data_type as "dataType"
    from ammeter where id = any (${meterIds ?? []}::integer[]) order by ammeter_code, id`.execute(trx);
  const values = orgId === null ? [] : await valuesOf(trx, orgId, meters, language);
  return {
    orgId,
    name: own?.name ?? device?.deviceName ?? '',
    code: own?.code ?? device?.deviceCode ?? '',
    typeName,
    consumerId: place.consumerId,
    siteId: place.siteId ?? place.orgId,
    siteName: place.siteName ?? place.name,
    timeZone: place.timeZone,
    path: own?.path ?? [...place.path, { orgId: place.orgId, name: place.name }],
    device: device && shown(device),
    facts: await factsOf(trx, orgId, deviceId, language),
    meters,
    values,
    datas: await realDatasOf(trx, values, now),
    openAlarms: orgId === null ? 0 : await countOpen(trx, conditionOf({ monitorId: orgId })),
    openOrders: await openOrdersOf(trx, orgId, deviceId),
    files: await filesOf(trx, orgId, deviceId),
    traces: deviceId === null ? [] : await tracesOf(trx, deviceId),
    now,
  };
}

/** What an object shows, then what its meters tell beside it. */
async function valuesOf(
  trx: Db,
  orgId: number,
  meters: ObjectDetails['meters'],
  language: Language,
): Promise<RealParam[]> {
  const own = await realParamsOf(trx, { objectIds: [orgId] }, language);
  const told = await meterParams(trx, meters.map((meter) => meter.ammeterId), Date.now(), language); // prettier-ignore
  const there = new Set(own.map((one) => `${one.ammeterId} ${one.dataCode}`));
  const object = own[0];
  return [
    ...own,
    ...told
      .filter((one) => !there.has(`${one.ammeterId} ${one.dataCode}`))
      .map((one): RealParam => ({
        objCode: object?.objCode ?? '',
        objectId: orgId,
        objName: object?.objName ?? '',
        entityUrl: null,
        paramName: meters.length > 1 ? `${one.ammeterName} ${one.dataItemName}` : one.dataItemName,
        controlType: 'text',
        monitorType: '1',
        monitorItemId: one.monitorItemId,
        signalPointId: null,
        ammeterId: one.ammeterId,
        dataCode: one.dataCode,
        unit: one.unit,
      })),
  ];
}

type DeviceRow = ThingDevice & { readonly siteId: number };

const shown = ({ siteId: _, ...device }: DeviceRow): ThingDevice => device;

async function deviceOf(trx: Db, deviceId: number): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`
    select id as "deviceId", shown_name(device_name, device_name_en) as "deviceName", device_code as "deviceCode",
      current_state as "currentState", manufacturer, rated_power::float8 as "ratedPower", location,
      to_char(using_date, 'YYYY-MM-DD') as "usingDate", site_id as "siteId"
    from device where id = ${deviceId}`.execute(trx);
  return rows[0] ?? null;
}

async function factsOf(
  trx: Db,
  orgId: number | null,
  deviceId: number | null,
  language: Language,
): Promise<ObjectDetails['facts']> {
  const { rows } = await sql<ObjectDetails['facts'][number]>`
    select * from (
      select ${nameIn('e.extend_name', language)} as name, v.extend_value as value, e.unit
      from org_extend v join monitor_type_extend e on e.id = v.monitor_type_extend_id where v.org_id = ${orgId} order by e.ix, e.id) o
    union all select * from (
      select shown_name(extend_name, extend_name_en), extend_value, unit from device_extend
      where device_id = ${deviceId} order by ix, id) d limit 100`.execute(trx);
  return rows;
}

async function filesOf(trx: Db, orgId: number | null, deviceId: number | null): Promise<ThingFile[]> {
  const { rows } = await sql<ThingFile>`
    select id, 'device' as of, file_name as "fileName", file_type as "fileType" from device_file where device_id = ${deviceId}
    union all select id, 'object', file_name, file_type from org_file where org_id = ${orgId}
    order by 2, 3 limit 200`.execute(trx);
  return rows;
}

async function tracesOf(trx: Db, deviceId: number): Promise<ThingTrace[]> {
  const { rows } = await sql<ThingTrace>`
    select id, shown_name(title, title_en) as title, trace_type as "traceType",
      floor(extract(epoch from happened_at) * 1000)::float8 as at, person, description
    from device_trace where device_id = ${deviceId} order by happened_at desc, id desc limit 200`.execute(
    trx,
  );
  return rows;
}

async function openOrdersOf(trx: Db, orgId: number | null, deviceId: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from work_order
    where (monitor_object_id = ${orgId} or device_id = ${deviceId})
      and order_state not in ('accepted', 'cancelled')`.execute(trx);
  return rows[0]?.n ?? 0;
}
