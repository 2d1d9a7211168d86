import { ENERGY } from '#contract/energyType.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

/** What is monitored at every meter above which there is none: register, power, power factor. */
const WATCHED = ['PP', 'PZ', 'FZ'];

/**
 * Enters the tree of monitored objects: a station per site, in it the switch room with its transformer and the terminal
 * that reads the meters, the workshops with their meters as groups; and the values watched at the incomers.
 */
export async function enterObjects(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  siteIds: ReadonlyMap<string, number>,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  const type = async (typeCode: string): Promise<number | undefined> =>
    (await desk.find('archive/monitorObjectType', { typeCode }))?.id;
  const types = {
    station: await type('station'),
    room: await type('switchRoom'),
    workshop: await type('workshop'),
    transformer: await type('transformer'),
    group: await type('meterGroup'),
  };
  for (const site of design.sites) {
    const siteId = siteIds.get(site.code);
    const object = (orgCode: string, orgName: string, values: Readonly<Record<string, unknown>>) =>
      desk.ensure('archive/monitorObject', { consumerId, orgCode }, { orgName, siteId, ...values });
    const device = (deviceCode: string, values: Readonly<Record<string, unknown>>) =>
      desk.ensure('archive/device', { consumerId, deviceCode }, { siteId, ...values });

    const monitorObjectTypeId = types.station;
    const station = await object(site.code, site.name, { objectCategory: '0', monitorObjectTypeId });
    const room = await object(`${site.code}-P`, '总配电室', {
      objectCategory: '1',
      parentId: station,
      monitorObjectTypeId: types.room,
    });
    const transformer = await device(`${site.code}-T1`, {
      deviceName: '1# 主变压器',
      deviceClass: '1',
      location: '总配电室',
    });
    const main = await object(`${site.code}-T1`, '1# 主变压器', {
      objectCategory: '2',
      parentId: room,
      monitorObjectTypeId: types.transformer,
      deviceId: transformer,
    });
    const terminal = await device(`${site.code}-RTU`, {
      deviceName: '采集终端',
      deviceClass: '2',
      location: '总配电室',
    });
    const fields = { objectCategory: '2', parentId: room, deviceId: terminal, ix: 1 };
    await object(`${site.code}-RTU`, '采集终端', fields);

    const own = design.meters.filter((meter) => meter.site === site.code);
    const groupOf = async (code: string, parentId: number, codes: readonly string[]): Promise<void> => {
      const ammeterIdList = codes.map((one) => meterIds.get(one));
      const values = { objectCategory: '3', parentId, monitorObjectTypeId: types.group, ammeterIdList };
      await object(code, '表计组', values);
    };
    const incomers = own.filter(
      (meter) => meter.dataType === ENERGY.electricity && meter.parent === undefined,
    );
    if (incomers.length > 0) {
      const codes = incomers.map((meter) => meter.code);
      await groupOf(`${site.code}-T1-B`, main, codes);
      await watch(desk, consumerId, siteId, codes, meterIds);
    }
    const here = new Set(own.map((meter) => meter.code));
    const units = design.units.filter((unit) => unit.parent === undefined);
    for (const [i, unit] of units.entries()) {
      const codes = unit.meters.filter((code) => here.has(code));
      if (codes.length === 0) continue;
      const place = await object(`${site.code}-${unit.code}`, unit.name, {
        objectCategory: '1',
        parentId: station,
        monitorObjectTypeId: types.workshop,
        ix: i + 1,
      });
      await groupOf(`${site.code}-${unit.code}-B`, place, codes);
    }
  }
}

async function watch(
  desk: Desk,
  consumerId: number,
  siteId: number | undefined,
  codes: readonly string[],
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const code of codes)
    for (const [ix, dataCode] of WATCHED.entries()) {
      const item = await desk.find('archive/dataItem', { dataCode });
      const key = { ammeterId: meterIds.get(code), dataItemId: item?.id, monitorType: '1' };
      const itemName = `${code} ${String(item?.['dataItemName'])}`;
      const itemNameEn = `${code} ${String(item?.['dataItemNameEn'])}`;
      if (item)
        await desk.ensure('archive/monitorItem', key, { itemName, itemNameEn, consumerId, siteId, ix });
    }
}
