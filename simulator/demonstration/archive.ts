import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { type PlantDesign, type PlantMeter, deviceTypeOf } from '../plant/meter.ts';
import { enterCalendar } from './calendar.ts';
import { enterPrices } from './price.ts';
import { enterSystems } from './system.ts';
import { Desk } from './desk.ts';
import type { Client } from './client.ts';
import { enterCollector } from './collector.ts';
import type { DemoGateway } from './message.ts';
import { enterDiagrams, enterHall } from './diagram.ts';
import { enterMetering } from './metering.ts';
import { enterObjects } from './object.ts';
import { enterAlarms } from './alarm.ts';
import { boxesAt } from './mqttBox.ts';
import { enterPoints } from './point.ts';
import { enterWork } from './work.ts';

/**
 * Enters a plant into the archive of its enterprise as its people would: sites, meters, units, who stands for whom,
 * gateways. What is there already stays, so that an interrupted start can be repeated.
 */
export async function enterPlant(
  client: Client,
  design: PlantDesign,
  modbusPort: number,
): Promise<{ consumerId: number; gateways: DemoGateway[] }> {
  const desk = new Desk(client);
  const consumerId = await desk.known('archive/consumer', { orgCode: design.code });
  await enterCalendar(desk, consumerId);
  await enterPrices(desk, consumerId, `${design.code}-1`);
  const siteIds = new Map<string, number>();
  for (const site of design.sites) {
    const id = await desk.ensure(
      'archive/monitorSite',
      { consumerId, orgCode: site.code },
      {
        orgName: site.name,
        timeZone: HOME_ZONE,
        address: site.address,
        longitude: site.longitude,
        latitude: site.latitude,
      },
    );
    siteIds.set(site.code, id);
  }
  const meterIds = await enterMeters(desk, design, consumerId, siteIds);
  await enterMetering(desk, design, consumerId, meterIds);
  const unitIds = await enterUnits(desk, design, consumerId, meterIds);
  await enterSystems(desk, design, consumerId, meterIds, unitIds);
  await enterWork(desk, design, consumerId, meterIds);
  if (design.demandLines)
    await client.post('/api/analysis/demand/setStandard', { orgId: consumerId, ...design.demandLines });
  await enterObjects(desk, design, consumerId, siteIds, meterIds);

  const gateways: DemoGateway[] = [];
  const gatewayIds = new Map<string, number>();
  for (const site of design.sites) {
    const siteId = siteIds.get(site.code);
    const values = {
      siteId,
      gatewayNameEn: `Gateway of the ${site.nameEn.toLowerCase()}`,
      remark: '模拟',
    };
    const gatewayName = `${site.name} 采集网关`;
    const id = await desk.ensure('archive/gateway', { consumerId, gatewayName }, values);
    const meters = design.meters
      .filter((m) => m.site === site.code && !design.polled?.includes(m.code))
      .map((m) => m.code);
    const devices = devicesAt(design, site.code);
    gatewayIds.set(site.code, id);
    gateways.push({ id, name: `${design.code}/${site.code}`, plant: design.code, meters, devices });
  }
  if (design.polled) gateways.push(await enterCollector(desk, design, consumerId, meterIds, modbusPort));
  // What was entered above is looked up: a desk that has not seen the lists yet.
  await enterPoints(new Desk(client), design, { consumerId, siteIds, meterIds, gatewayIds });
  await enterAlarms(new Desk(client), design.code, consumerId, meterIds);
  await enterDiagrams(new Desk(client), client, design, consumerId, siteIds);
  if (design.code === 'steel')
    await enterHall(new Desk(client), client, consumerId, siteIds.get(design.sites[0]?.code ?? ''));
  return { consumerId, gateways };
}

async function enterMeters(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  siteIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const above = (meter: PlantMeter): boolean => meter.parent === undefined || ids.has(meter.parent);
  let waiting = [...design.meters];
  while (waiting.length > 0) {
    for (const meter of waiting.filter(above)) {
      const values = {
        ammeterName: meter.name,
        siteId: siteIds.get(meter.site),
        deviceType: deviceTypeOf(meter),
        dataType: meter.dataType,
        intervalSeconds: 900,
        ...(meter.parent === undefined ? {} : { parentId: ids.get(meter.parent) }),
        ...(meter.ratedPower === undefined ? {} : { ratedPower: meter.ratedPower }),
      };
      ids.set(
        meter.code,
        await desk.ensure('archive/ammeter', { consumerId, ammeterCode: meter.code }, values),
      );
    }
    waiting = waiting.filter((meter) => !ids.has(meter.code));
  }
  return ids;
}

async function enterUnits(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const unitIds = new Map<string, number>();
  const types = new Map(design.meters.map((meter) => [meter.code, meter.dataType]));
  for (const [ix, unit] of design.units.entries()) {
    const parent = unit.parent === undefined ? {} : { parentId: unitIds.get(unit.parent) };
    const values = { orgName: unit.name, orgType: unit.orgType, ix, ...parent };
    const orgId = await desk.ensure('sys/orgUnit', { consumerId, orgCode: unit.code }, values);
    unitIds.set(unit.code, orgId);
    for (const entry of unit.meters) {
      // An office in another unit's hall counts in both: confirmed, as somebody who means it would.
      const confirmed = 1;
      const code = entry.replace(/^-/, '');
      const key = { orgId, dataType: types.get(code), ammeterId: meterIds.get(code) };
      await desk.ensure('archive/orgAmmeter', key, {
        consumerId,
        sign: entry === code ? '1' : '-1',
        confirmed,
      });
    }
  }
  return unitIds;
}

/** Devices without a meter behind the gateway of a site: what tells positions, and boxes of relays. */
const devicesAt = ({ points = [] }: PlantDesign, siteCode: string): readonly string[] => [
  ...points.flatMap(({ site, device }) => (site === siteCode && device !== undefined ? [device] : [])),
  ...boxesAt(siteCode),
];
