import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import { conditionOf, countOpen } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { ObjectDetails, RealParam, ThingDevice } from '../contract.ts';
import { meterParams } from './items.ts';
import { nodeInfo } from './node.ts';
import { factsOf, openOrdersOf, papersOf } from './papers.ts';
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

/** Who asks: the parts of which the function is missing are empty. */
export interface Asking {
  readonly language: Language;
  readonly funCodes: ReadonlySet<string>;
  /** ms */
  readonly now: number;
}

/** All of one object, or of a device with the object that stands for it. @throws Fault 404 */
export async function detailsOf(
  trx: Db,
  of: { readonly orgId?: number | undefined; readonly deviceId?: number | undefined },
  asking: Asking,
): Promise<ObjectDetails> {
  const { language, now } = asking;
  const { orgId, deviceId, typeName, meterIds } = await find(trx, of, language);
  const device = deviceId === null ? null : await deviceOf(trx, deviceId);
  const own = orgId === null ? null : await nodeInfo(trx, orgId);
  const place = own ?? (device ? await nodeInfo(trx, device.siteId) : null);
  if (!place || (own === null && device === null)) throw noSuchRow();
  const { rows: meters } = await sql<ObjectDetails['meters'][number]>`
    select id as "ammeterId", shown_name(ammeter_name, ammeter_name_en) as "ammeterName", data_type as "dataType"
    from ammeter where id = any (${meterIds ?? []}::integer[]) order by ammeter_code, id`.execute(trx);
  const values = orgId === null ? [] : await valuesOf(trx, orgId, meters, asking);
  return {
    orgId,
    ammeterId: null,
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
    openOrders: await openOrdersOf(trx, { orgId, deviceId }),
    ...(await papersOf(trx, { orgId, deviceId }, asking)),
    now,
  };
}

/** What an object shows, then what its meters tell beside it. */
async function valuesOf(
  trx: Db,
  orgId: number,
  meters: ObjectDetails['meters'],
  { language, now }: Asking,
): Promise<RealParam[]> {
  const own = await realParamsOf(trx, { objectIds: [orgId] }, language);
  const told = await meterParams(trx, meters.map((meter) => meter.ammeterId), now, language); // prettier-ignore
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

/** A device with where it stands. */
export type DeviceRow = ThingDevice & { readonly siteId: number };

/** @returns the device as it is told */
export const shown = ({ siteId: _, ...device }: DeviceRow): ThingDevice => device;

/** A device that the scope shows; null = there is none. */
export async function deviceOf(trx: Db, deviceId: number): Promise<DeviceRow | null> {
  const { rows } = await sql<DeviceRow>`
    select id as "deviceId", shown_name(device_name, device_name_en) as "deviceName", device_code as "deviceCode",
      current_state as "currentState", manufacturer, rated_power::float8 as "ratedPower", location,
      to_char(using_date, 'YYYY-MM-DD') as "usingDate", site_id as "siteId"
    from device where id = ${deviceId}`.execute(trx);
  return rows[0] ?? null;
}
