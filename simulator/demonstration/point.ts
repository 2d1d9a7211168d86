import type { PlantDesign } from '../plant/meter.ts';
import { POINT_SECONDS } from '../plant/point.ts';
import { POINT_SLOTS } from '../device/meterRegisters.ts';
import type { Desk } from './desk.ts';

/** Ids of what a plant's points belong to, by code. */
interface Places {
  readonly consumerId: number;
  readonly siteIds: ReadonlyMap<string, number>;
  readonly meterIds: ReadonlyMap<string, number>;
  /** Gateways of the sites, by the code of the site. */
  readonly gatewayIds: ReadonlyMap<string, number>;
}

/**
 * Enters the signal points of a plant: those that meters tell by their key, with the registers of the polled ones, and
 * those of devices that the mapping of a gateway names.
 */
export async function enterPoints(desk: Desk, design: PlantDesign, places: Places): Promise<void> {
  const { consumerId, siteIds, meterIds, gatewayIds } = places;
  for (const point of design.points ?? []) {
    const object =
      point.object === undefined
        ? undefined
        : await desk.find('archive/monitorObject', { consumerId, orgCode: `${point.site}-${point.object}` });
    const signalPointId = await desk.ensure(
      'archive/signalPoint',
      { consumerId, pointCode: point.code },
      {
        pointName: point.name,
        pointNameEn: point.nameEn,
        siteId: siteIds.get(point.site),
        objectId: object?.id,
        kind: point.kind,
        statesZh: point.statesZh,
        statesEn: point.statesEn,
        normalState: point.normal,
        expectedSeconds: POINT_SECONDS,
        ...(point.meter === undefined ? {} : { ammeterId: meterIds.get(point.meter), signalKey: point.key }),
      },
    );
    if (point.device !== undefined)
      await desk.ensure(
        'archive/gatewayMapping',
        { gatewayId: gatewayIds.get(point.site), deviceName: point.device, dataKey: point.key },
        { consumerId, signalPointId },
      );
  }
  const model = await desk.find('archive/deviceModel', { deviceModelCode: 'SIM-3P' });
  if (model && design.polled)
    for (const { key, readFunction, address } of POINT_SLOTS)
      await desk.ensure(
        'archive/signalMap',
        { deviceModelId: model.id, signalKey: key },
        { readFunction, registerAddress: String(address) },
      );
}
