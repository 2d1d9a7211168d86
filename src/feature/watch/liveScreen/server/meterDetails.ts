import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { conditionOf, countOpen } from '#feature/watch/alarm/server/public.ts';
import { pointsOf } from '#feature/watch/signal/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { ObjectDetails, RealParam } from '../contract.ts';
import { type Asking, deviceOf, shown } from './details.ts';
import { meterParams } from './items.ts';
import { nodeInfo } from './node.ts';
import { factsOf, openOrdersOf, papersOf } from './papers.ts';
import { realDatasOf } from './realData.ts';

interface Found {
  readonly name: string;
  readonly code: string;
  readonly siteId: number;
  readonly dataType: string | null;
  readonly orgId: number | null;
  readonly deviceId: number | null;
  readonly typeName: string | null;
}

/** The meter, and the object that names it with the fewest others: what stands behind the meter. @throws Fault 404 */
async function find(trx: Db, ammeterId: number, { language }: Asking): Promise<Found> {
  const { rows } = await sql<Found>`
    select shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.ammeter_code as code, a.site_id as "siteId",
      a.data_type as "dataType", o.id as "orgId", o.device_id as "deviceId", o."typeName"
    from ammeter a left join lateral (
      select o.id, o.device_id, ${nameIn('t.type_name', language)} as "typeName"
      from monitor_object o left join monitor_object_type t on t.id = o.monitor_object_type_id
      where o.consumer_id = a.consumer_id and a.id = any (o.ammeter_id_list)
      order by cardinality(o.ammeter_id_list), o.id limit 1) o on true
    where a.id = ${ammeterId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

/** All of one meter, with the object and the device behind it. @throws Fault 404 */
export async function meterDetailsOf(trx: Db, ammeterId: number, asking: Asking): Promise<ObjectDetails> {
  const { orgId, deviceId, name, code, siteId, dataType, typeName } = await find(trx, ammeterId, asking);
  const place = await nodeInfo(trx, siteId);
  const device = deviceId === null ? null : await deviceOf(trx, deviceId);
  const values = await valuesOf(trx, ammeterId, asking);
  const owner = { orgId, deviceId };
  return {
    orgId,
    ammeterId,
    name,
    code,
    typeName,
    consumerId: place.consumerId,
    siteId,
    siteName: place.name,
    timeZone: place.timeZone,
    path: [...place.path, { orgId: place.orgId, name: place.name }],
    device: device && shown(device),
    facts: await factsOf(trx, orgId, deviceId, asking.language),
    meters: [{ ammeterId, ammeterName: name, dataType }],
    values,
    datas: await realDatasOf(trx, values, asking.now),
    openAlarms: await countOpen(trx, conditionOf({ ammeterId })),
    openOrders: await openOrdersOf(trx, { ...owner, ammeterId }),
    ...(await papersOf(trx, owner, asking)),
    now: asking.now,
  };
}

/** What a meter tells, then the positions of its signal points. */
async function valuesOf(trx: Db, ammeterId: number, { language, now }: Asking): Promise<RealParam[]> {
  const nothing = { objCode: '', objectId: 0, objName: '', entityUrl: null };
  const told = await meterParams(trx, [ammeterId], now, language);
  const { points } = await pointsOf(trx, { meterIds: [ammeterId], limit: 100, offset: 0 });
  return [
    ...told.map((one): RealParam => ({
      ...nothing,
      paramName: one.dataItemName,
      controlType: 'text',
      monitorType: '1',
      monitorItemId: one.monitorItemId,
      signalPointId: null,
      ammeterId,
      dataCode: one.dataCode,
      unit: one.unit,
    })),
    ...points
      .filter((point) => point.inUse)
      .map((point): RealParam => ({
        ...nothing,
        paramName: point.pointName,
        controlType: 'light',
        monitorType: '2',
        monitorItemId: null,
        signalPointId: point.signalPointId,
        ammeterId,
        dataCode: null,
        unit: '',
      })),
  ];
}
