import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

/** Enters the systems whose efficiency is watched. */
export async function enterSystems(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
  unitIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name, type, unit, power, output, minPower } of design.systems ?? [])
    await desk.ensure(
      'archive/keySystem',
      { consumerId, systemName: name },
      {
        systemType: type,
        powerMeterId: meterIds.get(power),
        outputMeterId: meterIds.get(output),
        minPower,
        ...(unit === undefined ? {} : { orgId: unitIds.get(unit) }),
      },
    );
}
