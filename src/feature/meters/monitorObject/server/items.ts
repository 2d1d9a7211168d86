import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { id, idList, jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import { monitorObjectItem } from '#resource/archive/monitorObjectItem.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import { objectOf } from './store.ts';

const AT = '/api/archive/monitorItem';

interface Wanted {
  readonly ammeterId: number;
  readonly dataItemIds: readonly number[];
  readonly monitorType: string;
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly siteId: number;
  readonly consumerId: number;
}

async function meterOf(trx: Db, ammeterId: number): Promise<Named> {
  const { rows } =
    await sql<Named>`select id, ammeter_name as name, site_id as "siteId", consumer_id as "consumerId"
    from ammeter where id = ${ammeterId}`.execute(trx);
  if (!rows[0])
    throw badInput(
      { zh: `表计：没有编号为 ${ammeterId} 的表计`, en: `Meter: no meter ${ammeterId}` },
      'ammeterId',
    );
  return rows[0];
}

/**
 * Makes data items of a meter monitored; those that are already stay as they are.
 * @returns the ids of all of them, in the order asked for, and how many are new
 */
async function addItems(call: SlotCall, wanted: Wanted): Promise<{ ids: number[]; added: number }> {
  const { trx } = call;
  const meter = await meterOf(trx, wanted.ammeterId);
  const { rows: known } = await sql<{ id: number; name: string; item: number | null }>`
    select d.id, d.data_item_name as name, m.id as item from data_item d
    left join monitor_item m on m.data_item_id = d.id and m.ammeter_id = ${meter.id} and m.monitor_type = ${wanted.monitorType}
    where d.id = any (${[...wanted.dataItemIds]})`.execute(trx);
  const ids: number[] = [];
  let added = 0;
  for (const [ix, dataItemId] of wanted.dataItemIds.entries()) {
    const item = known.find((one) => one.id === dataItemId);
    if (!item)
      throw badInput(
        { zh: `数据项：没有编号为 ${dataItemId} 的数据项`, en: `Data item: no data item ${dataItemId}` },
        'dataItemIds',
      );
    if (item.item === null) added += 1;
    const row =
      item.item === null
        ? await addRow(call, monitorItem, {
            itemName: `${meter.name} ${item.name}`.slice(0, 120),
            consumerId: meter.consumerId,
            siteId: meter.siteId,
            ammeterId: meter.id,
            dataItemId,
            monitorType: wanted.monitorType,
            ix,
          })
        : { id: item.item };
    ids.push(row.id);
  }
  return { ids, added };
}

/** Hangs monitored values on an object; those that hang there already stay. */
async function linkItems(call: SlotCall, objectId: number, itemIds: readonly number[]): Promise<void> {
  const object = await objectOf(call.trx, objectId);
  const { rows } = await sql<{ item: number }>`
    select monitor_item_id as item from monitor_object_item where monitor_object_id = ${objectId}`.execute(
    call.trx,
  );
  const there = new Set(rows.map((row) => row.item));
  for (const [ix, monitorItemId] of itemIds.entries())
    if (!there.has(monitorItemId))
      await addRow(call, monitorObjectItem, {
        monitorObjectId: objectId,
        monitorItemId,
        consumerId: object['consumerId'],
        ix: there.size + ix,
      });
}

const monitorType = z.enum(Object.keys(MONITOR_TYPES) as [string, ...string[]]).default('1');

const batch = (verb: string): Route =>
  defineRoute({
    method: 'POST',
    path: `${AT}/${verb}`,
    summary: { zh: '监测项：批量添加', en: 'Monitored values: add many' },
    permission: funCodeOf(monitorItem, 'add'),
    params: z.object({
      dataItemIds: idList(),
      ammeterId: id(),
      siteId: id().optional(),
      monitorType,
      monitorObjectId: id().optional(),
    }),
    example: { dataItemIds: '1,2', ammeterId: 1 },
    handler: async (call) => {
      const { siteId, monitorObjectId, ...wanted } = call.params;
      const meter = await meterOf(call.trx, wanted.ammeterId);
      if (siteId !== undefined && siteId !== meter.siteId)
        throw badInput(
          {
            zh: `站点：表计“${meter.name}”不在此站点`,
            en: `Site: the meter “${meter.name}” is not at this site`,
          },
          'siteId',
        );
      const { ids, added } = await addItems(call, wanted);
      if (monitorObjectId !== undefined) await linkItems(call, monitorObjectId, ids);
      return { ids, added, present: ids.length - added };
    },
  });

const oneEdit = z.looseObject({ id: id() });

const editMonitorItems = defineRoute({
  method: 'POST',
  path: `${AT}/editMonitorItems`,
  summary: { zh: '监测项：批量编辑', en: 'Monitored values: edit many' },
  permission: funCodeOf(monitorItem, 'edit'),
  params: z.object({ monitorItems: jsonOf(z.array(oneEdit).min(1).max(500)) }),
  row: monitorItem,
  example: { monitorItems: [{ id: 1, ix: 0 }] },
  handler: async (call) => {
    const rows = [];
    for (const { id: itemId, ...fields } of call.params.monitorItems)
      rows.push(await editRow(call, monitorItem, itemId, fields));
    return rows;
  },
});

const LISTED = 2000;

const getDeviceItems = defineRoute({
  method: 'GET',
  path: `${AT}/getDeviceItems`,
  summary: { zh: '站点、表计或对象的监测项', en: 'Monitored values of a site, a meter or an object' },
  permission: funCodeOf(monitorItem, 'view'),
  params: z.object({ siteId: id().optional(), ammeterId: id().optional(), monitorObjectId: id().optional() }),
  example: { siteId: 1003 },
  handler: async ({ trx, params, language }) => {
    const { siteId = null, ammeterId = null, monitorObjectId = null } = params;
    const { rows } = await sql<{
      id: number;
      monitorItemId: number;
      itemName: string;
      monitorType: string | null;
      siteId: number;
      ammeterId: number;
      ammeterName: string;
      dataItemId: number;
      dataItemName: string;
      dataCode: string | null;
      unit: string | null;
    }>`
      select i.id, i.id as "monitorItemId", shown_name(i.item_name, i.item_name_en) as "itemName", i.monitor_type as "monitorType",
        i.site_id as "siteId", i.ammeter_id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName",
        i.data_item_id as "dataItemId", ${nameIn('d.data_item_name', language)} as "dataItemName",
        d.data_code as "dataCode", d.unit
      from monitor_item i join ammeter a on a.id = i.ammeter_id join data_item d on d.id = i.data_item_id
      where (${siteId}::integer is null or i.site_id = ${siteId})
        and (${ammeterId}::integer is null or i.ammeter_id = ${ammeterId})
        and (${monitorObjectId}::integer is null or exists (select from monitor_object_item l
          where l.monitor_item_id = i.id and l.monitor_object_id = ${monitorObjectId}))
      order by a.ammeter_code, i.ix, i.id limit ${LISTED}`.execute(trx);
    return rows;
  },
});

const getDataItems = defineRoute({
  method: 'GET',
  path: `${AT}/getDataItems`,
  summary: { zh: '数据项，及表计是否已监测', en: 'Data items, and which a meter has monitored' },
  permission: funCodeOf(monitorItem, 'view'),
  params: z.object({ ammeterId: id().optional() }),
  example: {},
  handler: async ({ trx, params, language }) => {
    const { rows } = await sql<{
      id: number;
      dataItemId: number;
      dataItemName: string;
      dataCode: string | null;
      itemCategory: string;
      unit: string | null;
      monitored: boolean;
    }>`
      select d.id, d.id as "dataItemId", ${nameIn('d.data_item_name', language)} as "dataItemName", d.data_code as "dataCode",
        d.item_category as "itemCategory", d.unit,
        exists (select from monitor_item i where i.data_item_id = d.id and i.ammeter_id = ${params.ammeterId ?? null}) as monitored
      from data_item d order by d.id limit ${LISTED}`.execute(trx);
    return rows;
  },
});

export const itemRoutes: readonly Route[] = [
  batch('addMonitorItems'),
  batch('batchAdd'),
  editMonitorItems,
  getDeviceItems,
  getDataItems,
];
