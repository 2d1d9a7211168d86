import type { Desk, Row } from './desk.ts';
import { enterMqttOutput } from './mqttBox.ts';

/** Modbus unit of the simulated relay box, behind the port of the polled meters. */
export const BOX_UNIT = 100;

/** Coils of the box that carry a load, and its meter: what is switched off takes its power from the meter. */
export const BOX_LOADS: ReadonlyMap<number, string> = new Map([
  [2, 'E-137'],
  [3, 'E-138'],
  [4, 'E-127'],
  [5, 'E-126'],
]);

/** The kind of monitoring of what is controlled. */
const REMOTE_CONTROL = '5';

interface Place {
  readonly consumerId: number;
  readonly siteId: number;
  readonly ammeterId: number | undefined;
  readonly find: (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;
}

/**
 * Enters outputs that a newcomer can switch: one at once, one for two persons, one that is set to a value, and one that
 * is not wired. Where the plant has no channel none of them is.
 */
export async function enterOutputs(
  desk: Desk,
  { consumerId, siteId, ammeterId, find }: Place,
): Promise<void> {
  const channelId = (await find('archive/collectorChannel', { channelName: '空压站 Modbus' }))?.id;
  const monitorItemId =
    ammeterId === undefined ? undefined : await relayItem(desk, { consumerId, siteId, ammeterId });
  const output = (controlCode: string, fields: Readonly<Record<string, unknown>>): Promise<number> =>
    desk.ensure(
      'archive/iRemoteControl',
      { consumerId, controlCode },
      { siteId, controlType: '1', ...fields },
    );
  const coil = (address: number) => coilWay(channelId, address);
  const meter = ammeterId === undefined ? {} : { ammeterId };
  const item = monitorItemId === undefined ? {} : { monitorItemId };
  const light = await output('R-1', {
    controlName: '照明总开关',
    relayNumber: 1,
    direct: true,
    ...item,
    ...meter,
    ...coil(0),
  });
  const cooling = await output('R-2', {
    controlName: '空调总开关',
    relayNumber: 2,
    twoPersons: true,
    minimumOff: 180,
    ...item,
    ...meter,
    ...coil(1),
  });
  if (channelId === undefined) return;
  await output('AO-1', {
    controlName: '除尘风门开度',
    operateType: '2',
    minimum: 0,
    maximum: 95,
    step: 1,
    unit: '%',
    iotId: 'SIM-BOX',
    identifier: 'opening',
    ...coil(0),
    writeFunction: '6',
    readFunction: '3',
  });
  await output('R-3', { controlName: '备用回路', relayNumber: 3 });
  await desk.ensure(
    'archive/controlInterlock',
    { controlId: cooling, interlockName: '照明不在操作中' },
    { consumerId, kind: '2', otherControlId: light },
  );
  await enterMqttOutput(desk, { consumerId, siteId, find });
  await enterCompressors({ find, output, coil });
  await enterShedding(desk, { consumerId, find, output, coil });
}

interface Shedding extends Pick<Place, 'consumerId' | 'find'> {
  readonly output: (code: string, fields: Readonly<Record<string, unknown>>) => Promise<number>;
  readonly coil: (address: number) => Readonly<Record<string, unknown>>;
}

/** Two compressors that people switch: their meters show it. */
async function enterCompressors({ find, output, coil }: Omit<Shedding, 'consumerId'>): Promise<void> {
  const compressors = [['QF-226', '1# 空压机开关', 5], ['QF-227', '2# 空压机开关', 4]] as const; // prettier-ignore
  for (const [code, controlName, at] of compressors)
    await output(code, {
      controlName,
      minimumOff: 600,
      ammeterId: (await find('archive/ammeter', { ammeterCode: BOX_LOADS.get(at) }))?.id,
      ...coil(at),
    });
}

/** Two fans that may be shed for the limit of the shop, in a plan that nobody has enabled. */
async function enterShedding(desk: Desk, { consumerId, find, output, coil }: Shedding): Promise<void> {
  const guardId = (await find('price/demandGuard', { guardName: '炼钢车间需量' }))?.id;
  if (guardId === undefined) return;
  const fan = async (code: string, name: string, meter: string, at: number, power: number): Promise<number> =>
    output(code, {
      controlName: name,
      minimumOff: 300,
      shedPriority: at - 1,
      shedPower: power,
      ammeterId: (await find('archive/ammeter', { ammeterCode: meter }))?.id,
      ...coil(at),
    });
  const loads = [
    await fan('QF-213', '1# 除尘风机开关', 'E-137', 2, 1200),
    await fan('QF-217', '2# 除尘风机开关', 'E-138', 3, 900),
  ];
  await desk.ensure(
    'archive/shedPlan',
    { consumerId, planName: '炼钢车间减载' },
    { guardId, controlIdList: loads, remark: '示例，未启用' },
  );
}

/** How a coil of the box is written and read back; nothing where the plant has no channel. */
const coilWay = (channelId: number | undefined, address: number): Readonly<Record<string, unknown>> =>
  channelId === undefined
    ? {}
    : {
        way: '1',
        channelId,
        unitAddress: BOX_UNIT,
        writeFunction: '5',
        writeAddress: String(address),
        readFunction: '1',
        readAddress: String(address),
      };

/** The monitored value that the relays of a meter belong to. */
async function relayItem(
  desk: Desk,
  {
    consumerId,
    siteId,
    ammeterId,
  }: { readonly consumerId: number; readonly siteId: number; readonly ammeterId: number },
): Promise<number | undefined> {
  const dataItem = await desk.find('archive/dataItem', { dataCode: 'PZ' });
  if (!dataItem) return undefined;
  return desk.ensure(
    'archive/monitorItem',
    { ammeterId, dataItemId: dataItem.id, monitorType: REMOTE_CONTROL },
    { itemName: '继电器', consumerId, siteId },
  );
}
