import * as z from 'zod';
import { badInput, forbidden } from '#contract/error.ts';
import type { ObjectCategory } from '#contract/monitorType.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { device } from '#resource/archive/device.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall, Values } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import { freeCode, nextIx, parentOf } from './store.ts';

const AT = '/api/archive/monitorObject';
const permission = funCodeOf(monitorObject, 'add');
const name = z.string().trim().min(1).max(60);
const about = {
  orgCode: z.string().trim().max(40).optional(),
  monitorObjectTypeId: id().optional(),
  remark: z.string().max(255).optional(),
};

/** Adds an object as the last below another; without a number it gets one from its parent's. */
export async function addBelow(
  call: SlotCall,
  parent: JsonRow,
  category: ObjectCategory,
  fields: Values,
): Promise<JsonRow> {
  const consumerId = Number(parent['consumerId']);
  const stem = String(parent['orgCode']).slice(0, 34);
  return addRow(call, monitorObject, {
    ...fields,
    orgCode: fields['orgCode'] ?? (await freeCode(call.trx, consumerId, stem, true)),
    objectCategory: category,
    parentId: parent.id,
    consumerId,
    siteId: fields['siteId'] ?? parent['siteId'],
    ix: await nextIx(call.trx, parent.id),
  });
}

const addLocationArea = defineRoute({
  method: 'POST',
  path: `${AT}/addLocationArea`,
  summary: { zh: '监测对象：添加区域', en: 'Monitored objects: add a location' },
  permission,
  params: z.object({ parentId: id(), orgName: name, ...about }),
  example: { parentId: 1016, orgName: 'Switch room' },
  handler: async (call) => {
    const { parentId, ...fields } = call.params;
    return addBelow(call, await parentOf(call.trx, parentId), '1', fields);
  },
});

const mustHave = (call: SlotCall, funCode: string): void => {
  if (!call.caller.funCodes.has(funCode)) throw forbidden();
};

const addDevice = defineRoute({
  method: 'POST',
  path: `${AT}/addDevice`,
  summary: {
    zh: '监测对象：添加设备（已有设备或新设备）',
    en: 'Monitored objects: add equipment, an existing device or a new one',
  },
  permission,
  params: z.looseObject({ parentId: id(), deviceId: id().optional(), orgName: name.optional(), ...about }),
  example: { parentId: 1016, deviceId: 1 },
  handler: async (call) => {
    const { parentId, deviceId, orgName, orgCode, monitorObjectTypeId, remark, ...given } = call.params;
    const parent = await parentOf(call.trx, parentId);
    const { consumerId, siteId } = parent;
    let row = deviceId === undefined ? undefined : await findRow(call.trx, device, deviceId);
    if (deviceId !== undefined && !row)
      throw badInput(
        { zh: `设备：没有编号为 ${deviceId} 的设备`, en: `Device: no device ${deviceId}` },
        'deviceId',
      );
    if (!row) {
      mustHave(call, funCodeOf(device, 'add'));
      row = await addRow(call, device, { deviceName: orgName, ...given, consumerId, siteId });
    }
    const fields = { orgName: orgName ?? row['deviceName'], orgCode, monitorObjectTypeId, remark };
    return addBelow(call, parent, '2', { ...fields, deviceId: row.id });
  },
});

const addGroupAmmeter = defineRoute({
  method: 'POST',
  path: `${AT}/addGroupAmmeter`,
  summary: { zh: '监测对象：添加表计组', en: 'Monitored objects: add a group of meters' },
  permission,
  params: z.object({ parentId: id(), orgName: name, ammeterIds: idList(), ...about }),
  example: { parentId: 1016, orgName: 'Meters of the switch room', ammeterIds: '1,7' },
  handler: async (call) => {
    const { parentId, ammeterIds, ...fields } = call.params;
    const parent = await parentOf(call.trx, parentId);
    return addBelow(call, parent, '3', { ...fields, ammeterIdList: ammeterIds });
  },
});

/** The station of a site; made where it has none. */
export async function stationOf(call: SlotCall, site: JsonRow, parent?: JsonRow): Promise<JsonRow> {
  const consumerId = Number(site['consumerId']);
  const fields = {
    orgName: site['orgName'],
    orgCode: await freeCode(call.trx, consumerId, String(site['orgCode'])),
    siteId: site.id,
  };
  if (parent) return addBelow(call, parent, '0', fields);
  const ix = await nextIx(call.trx, null);
  return addRow(call, monitorObject, { ...fields, consumerId, objectCategory: '0', ix });
}

const addMonitorSite = defineRoute({
  method: 'POST',
  path: `${AT}/addMonitorSite`,
  summary: {
    zh: '监测对象：添加站点（已有站点或新站点）',
    en: 'Monitored objects: add a station, of an existing site or a new one',
  },
  permission,
  params: z.looseObject({ parentId: id().optional(), siteId: id().optional() }),
  example: { siteId: 1003 },
  handler: async (call) => {
    const { parentId, siteId, ...given } = call.params;
    const parent = parentId === undefined ? undefined : await parentOf(call.trx, parentId);
    let site = siteId === undefined ? undefined : await findRow(call.trx, monitorSite, siteId);
    if (siteId !== undefined && !site)
      throw badInput({ zh: `站点：没有编号为 ${siteId} 的站点`, en: `Site: no site ${siteId}` }, 'siteId');
    if (!site) {
      mustHave(call, funCodeOf(monitorSite, 'add'));
      site = await addRow(call, monitorSite, {
        ...given,
        ...(parent && { consumerId: parent['consumerId'] }),
      });
    }
    return stationOf(call, site, parent);
  },
});

export const addRoutes: readonly Route[] = [addLocationArea, addDevice, addGroupAmmeter, addMonitorSite];
