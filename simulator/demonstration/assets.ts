import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { BATTERY, INVERTERS, PV_KWP } from '../plant/microgrid.ts';
import { MICROGRID, MICROGRID_METERS } from '../plant/microgridMeters.ts';
import { dayStart } from '../plant/moment.ts';
import type { Desk } from './desk.ts';
import { MODBUS_HOST } from './collector.ts';
import { SETTLED_DAYS } from './history.ts';
import { LIVE_STEP_MS } from './live.ts';
import type { DemoGateway } from './message.ts';

/** Its gateway, as faults name it. */
export const EMS_GATEWAY = 'campus/EMS';
const ACCOUNT = 'campus-1';
/** The gateway of its converter, which the platform asks itself, and its unit on the simulated line. */
export const PCS_GATEWAY = 'campus/PCS';
export const PCS_UNIT = 60;
/** The converter among its meters. */
export const PCS_METER = 'B-02';
/** The cluster among them, which tells of its cells. */
const CELLS_METER = 'B-03';
/** The device of its energy-management system, as the gateway names it. */
export const EMS_DEVICE = 'EMS-01';

/** The local date of an instant. */
const dateOf = (t: number): string => new Date(dayStart(t) + DAY_MS / 2).toISOString().slice(0, 10);

/**
 * Enters the microgrid of the campus: its meters, the gateway of its energy management, a battery station with converter and
 * cluster, a PV roof with three inverters. What the campus uses is told by its incomer alone, as these meters lie within.
 * @param modbusPort where the simulated converter is asked by SunSpec
 */
export async function enterAssets(
  desk: Desk,
  consumerId: number,
  until: number,
  modbusPort: number,
): Promise<DemoGateway[]> {
  const site = await desk.find('archive/monitorSite', { consumerId, orgCode: 'YS-01' });
  const incomer = await desk.known('archive/ammeter', { consumerId, ammeterCode: 'E-01' });
  if (!site) throw new Error('the campus has no site');
  const siteId = site.id;
  const gatewayId = await desk.ensure(
    'archive/gateway',
    { consumerId, gatewayName: '光储充 EMS' },
    { siteId, remark: '模拟' },
  );
  const meters = await enterMeters(desk, consumerId, siteId);
  for (const orgId of [consumerId, siteId])
    await desk.ensure(
      'archive/orgAmmeter',
      { orgId, dataType: ENERGY.electricity, ammeterId: incomer },
      { consumerId, sign: '1', confirmed: 1 },
    );
  const commissioned = dateOf(until - (SETTLED_DAYS - 1) * DAY_MS);
  const own = { consumerId, siteId, gridMeterId: incomer, measureAccount: ACCOUNT, commissioned };
  await enterStation(desk, { ...own, gatewayId }, meters);
  await enterPlant(desk, own, meters);
  const codes = MICROGRID_METERS.map(({ code }) => code).filter((code) => code !== PCS_METER);
  return [
    {
      id: gatewayId,
      name: EMS_GATEWAY,
      plant: MICROGRID,
      meters: codes,
      cells: [CELLS_METER],
      takesPlans: true,
    },
    await enterConverter(desk, { consumerId, siteId, ammeterId: meters(PCS_METER) }, modbusPort),
  ];
}

/** The converter is read by the collector, by the map that the product ships. */
async function enterConverter(
  desk: Desk,
  own: { readonly consumerId: number; readonly siteId: number; readonly ammeterId: number },
  port: number,
): Promise<DemoGateway> {
  const { consumerId, siteId, ammeterId } = own;
  const gatewayName = '储能变流器采集';
  const id = await desk.ensure('archive/gateway', { consumerId, gatewayName }, { siteId, remark: '模拟' });
  const channelId = await desk.ensure(
    'archive/collectorChannel',
    { consumerId, channelName: '储能变流器 SunSpec' },
    {
      gatewayId: id,
      protocol: '1',
      host: MODBUS_HOST,
      port,
      intervalSeconds: LIVE_STEP_MS / 1000,
      timeoutMs: 2000,
      remark: '模拟',
    },
  );
  const deviceModelId = await desk.known('archive/deviceModel', { deviceModelCode: 'SUNSPEC-PCS' });
  await desk.ensure(
    'archive/collectorMeter',
    { channelId, ammeterId },
    { consumerId, unitAddress: String(PCS_UNIT), deviceModelId },
  );
  return { id, name: PCS_GATEWAY, plant: MICROGRID, meters: [PCS_METER], channelId };
}

async function enterMeters(
  desk: Desk,
  consumerId: number,
  siteId: number,
): Promise<(code: string) => number> {
  const ids = new Map<string, number>();
  for (const { code, name, ratedPower, logger } of MICROGRID_METERS)
    ids.set(
      code,
      await desk.ensure(
        'archive/ammeter',
        { consumerId, ammeterCode: code },
        {
          ammeterName: name,
          siteId,
          deviceType: logger ? DEVICE_TYPE.communicationManager : DEVICE_TYPE.electricityMeter,
          dataType: logger ? null : ENERGY.electricity,
          intervalSeconds: 900,
          ...(ratedPower === undefined ? {} : { ratedPower }),
        },
      ),
    );
  return (code) => ids.get(code) ?? 0;
}

type Own = Readonly<Record<string, unknown>> & { readonly consumerId: number };

async function enterStation(desk: Desk, own: Own, meter: (code: string) => number): Promise<void> {
  const { consumerId } = own;
  const stationId = await desk.ensure(
    'archive/storageStation',
    { consumerId, stationName: '1# 储能电站' },
    {
      ...own,
      deviceName: EMS_DEVICE,
      stationMeterId: meter('B-01'),
      ratedEnergy: BATTERY.energy,
      ratedPower: BATTERY.power,
      chargeEfficiency: BATTERY.efficiency * 100,
      dischargeEfficiency: BATTERY.efficiency * 100,
      socMin: BATTERY.socMin * 100,
      socMax: BATTERY.socMax * 100,
      transformerCapacity: 1600,
      wearCost: 0.05,
      operationCost: 900,
      customerShare: 15,
      investment: 280_000,
    },
  );
  const parentId = await desk.ensure(
    'archive/storageUnit',
    { stationId, unitName: '1# PCS' },
    { consumerId, unitType: 'PCS', ammeterId: meter('B-02'), ratedPower: BATTERY.power },
  );
  await desk.ensure(
    'archive/storageUnit',
    { stationId, unitName: '1# 电池簇' },
    {
      consumerId,
      unitType: 'battery',
      parentId,
      ammeterId: meter(CELLS_METER),
      ratedEnergy: BATTERY.energy,
      ratedPower: BATTERY.power,
      cellCount: 230,
      spreadLimit: 0.04,
      temperatureLimit: 45,
      ratedCycles: 6000,
    },
  );
}

async function enterPlant(desk: Desk, own: Own, meter: (code: string) => number): Promise<void> {
  const { consumerId } = own;
  const plantId = await desk.ensure(
    'archive/pvPlant',
    { consumerId, plantName: '屋顶光伏' },
    {
      ...own,
      ammeterId: meter('V-01'),
      irradianceMeterId: meter('R-01'),
      ratedPower: PV_KWP,
      tilt: 12,
      azimuth: 180,
      // Nothing may be fed into the supply: what is generated is used.
      feedInMode: 'own',
      operationCost: 600,
      investment: 480_000,
    },
  );
  for (const [i, { code, kwp }] of INVERTERS.entries())
    await desk.ensure(
      'archive/pvInverter',
      { plantId, inverterName: `${i + 1}# 逆变器` },
      { consumerId, ammeterId: meter(code), ratedPower: kwp },
    );
}
