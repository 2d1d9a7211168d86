import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { METER_SLOTS } from '../device/meterRegisters.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';
import { LIVE_STEP_MS } from './live.ts';
import type { DemoGateway } from './message.ts';

/** Where the simulated Modbus meters are. */
export const MODBUS_HOST = '127.0.0.1';

/** Modbus unit of a polled meter of a plant. */
export const unitOf = (design: PlantDesign, code: string): number => (design.polled ?? []).indexOf(code) + 1;

/** Name of the gateway of the polled meters, as faults name it. */
export const polledGateway = (design: PlantDesign): string => `${design.code}/modbus`;

/** Enters what the platform needs to ask the polled meters of a plant itself: model, map, gateway, channel, meters. */
export async function enterCollector(
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  meterIds: ReadonlyMap<string, number>,
  port: number,
): Promise<DemoGateway> {
  const meters = design.polled ?? [];
  const deviceModelId = await desk.ensure(
    'archive/deviceModel',
    { deviceModelCode: 'SIM-3P' },
    {
      deviceModelName: '模拟三相电表',
      deviceType: DEVICE_TYPE.electricityMeter,
      protocol: '1',
      remark: 'Simulated three-phase meter',
    },
  );
  for (const { dataCode, address, valueType, scale } of METER_SLOTS)
    await desk.ensure(
      'archive/registerMap',
      { deviceModelId, dataCode },
      { registerAddress: String(address), readFunction: '3', valueType, wordOrder: 'ABCD', scale },
    );
  const id = await desk.ensure(
    'archive/gateway',
    { consumerId, gatewayName: 'Modbus 采集器' },
    { remark: 'Collector over Modbus, simulated' },
  );
  const channelId = await desk.ensure(
    'archive/collectorChannel',
    { consumerId, channelName: '空压站 Modbus' },
    {
      gatewayId: id,
      protocol: '1',
      host: MODBUS_HOST,
      port,
      intervalSeconds: LIVE_STEP_MS / 1000,
      timeoutMs: 2000,
      remark: 'Compressor station, simulated',
    },
  );
  for (const code of meters)
    await desk.ensure(
      'archive/collectorMeter',
      { channelId, ammeterId: meterIds.get(code) },
      { consumerId, unitAddress: String(unitOf(design, code)), deviceModelId },
    );
  return { id, name: polledGateway(design), plant: design.code, meters, channelId };
}
