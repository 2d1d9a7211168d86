import { ENERGY } from '#contract/energyType.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { type CameraPorts, enterCameras, enterRecording } from './camera.ts';
import type { Client } from './client.ts';
import type { Desk, Row } from './desk.ts';
import { enterDays } from './days.ts';
import { sendPaper, writtenPaper } from './paper.ts';
import { enterPeople } from './people.ts';
import { enterOutputs } from './relay.ts';
import { enterRights } from './rights.ts';
import { enterSettings } from './settings.ts';
import { enterWorkOrders } from './workOrder.ts';

type Find = (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;

/** What is around the meters of a plant. */
interface Around {
  readonly client: Client;
  /** Of the simulated cameras. */
  readonly ports: readonly CameraPorts[];
  readonly desk: Desk;
  readonly consumerId: number;
  readonly design: PlantDesign;
  readonly siteId: number;
  readonly find: Find;
}

/**
 * Enters what people keep around the meters of a plant: its special days, limits, relations of meters, names of gateways,
 * pictures and papers of its sites, outputs and cameras, the facts of its main transformer.
 */
export async function enterAround(
  client: Client,
  desk: Desk,
  design: PlantDesign,
  consumerId: number,
  ports: readonly CameraPorts[],
): Promise<void> {
  const find: Find = (resource, key) => desk.find(resource, { consumerId, ...key });
  const siteId = (await find('archive/monitorSite', { orgCode: design.sites[0]?.code }))?.id;
  if (siteId === undefined) return;
  const around: Around = { client, ports, desk, consumerId, design, siteId, find };
  await enterDays(client, desk, consumerId);
  await enterLimits(around);
  await enterWiring(around);
  await enterSites(around);
  await enterControls(around);
  await enterTransformerFacts(around);
  await enterSettings(around);
  await enterPeople(desk, design, consumerId);
  await enterRights(around);
  await enterWorkOrders(client, desk, design, consumerId);
  await filePapers(client, around);
}

async function enterLimits({ desk, consumerId, design, find }: Around): Promise<void> {
  const incomer = design.meters.find(
    ({ dataType, parent }) => dataType === ENERGY.electricity && parent === undefined,
  );
  const ammeterId = (await find('archive/ammeter', { ammeterCode: incomer?.code }))?.id;
  const volts = incomer?.volts ?? 10_000;
  const limits = [
    ['UA', '电压上下限', { upperAlarm: volts * 1.07, upperWarning: volts * 1.05, lowerWarning: volts * 0.95, lowerAlarm: volts * 0.93 }],
    ['FZ', '功率因数下限', { lowerWarning: 0.9, lowerAlarm: 0.85 }],
  ] as const; // prettier-ignore
  for (const [dataCode, limitName, values] of limits) {
    const item = await desk.find('archive/dataItem', { dataCode });
    if (item && ammeterId !== undefined)
      await desk.ensure(
        'event/limitSet',
        { consumerId, dataItemId: item.id, limitName },
        { ammeterId, ...values },
      );
  }
}

/** Who stands by for whom, who checks whom, and what gateways call things. */
async function enterWiring({ desk, consumerId, design, find }: Around): Promise<void> {
  const meterOf = async (code: string): Promise<number | undefined> =>
    (await find('archive/ammeter', { ammeterCode: code }))?.id;
  const related =
    design.code === 'steel'
      ? ([['E-127', 'E-126', '3'], ['E-201', 'E-202', '4']] as const)
      : ([['E-06', 'E-05', '3'], ['E-01', 'E-02', '4']] as const); // prettier-ignore
  for (const [code, other, relationType] of related) {
    const [ammeterId, relatedAmmeterId] = [await meterOf(code), await meterOf(other)];
    if (ammeterId && relatedAmmeterId)
      await desk.ensure(
        'archive/ammeterRelation',
        { ammeterId, relatedAmmeterId },
        { consumerId, relationType },
      );
  }
  const gateway = (await find('archive/gateway', { gatewayName: `${design.sites[0]?.name} 采集网关` }))?.id;
  const first = design.meters[1]?.code ?? '';
  const ammeterId = await meterOf(first);
  if (gateway === undefined || ammeterId === undefined) return;
  const named = (deviceName: string, values: object): Promise<number> =>
    desk.ensure('archive/gatewayMapping', { gatewayId: gateway, deviceName }, { consumerId, ...values });
  await named(`PLC1.${first}`, { ammeterId, remark: '控制系统的名称' });
  await named('UPS-1', { ignored: true, remark: '不计量' });
}

async function enterSites({ desk, consumerId, siteId }: Around): Promise<void> {
  const system = [['1', '供配电系统图'], ['2', '给排水系统图']] as const; // prettier-ignore
  for (const [ix, [monitorSysType, diagramName]] of system.entries())
    await desk.ensure(
      'archive/monitorDiagram',
      { siteId, diagramName },
      { consumerId, monitorSysType, panelType: '1', ix },
    );
  await desk.ensure(
    'sys/displayBoard',
    { consumerId, boardName: '大厅展示屏' },
    { dataType: ENERGY.electricity, figures: ['day', 'month', 'year', 'hours'], remark: '大厅入口' },
  );
}

async function enterControls({
  client,
  ports,
  desk,
  consumerId,
  design,
  siteId,
  find,
}: Around): Promise<void> {
  const meter = design.meters.at(design.code === 'steel' ? 18 : 1);
  const ammeterId = (await find('archive/ammeter', { ammeterCode: meter?.code }))?.id;
  await enterOutputs(desk, { consumerId, siteId, ammeterId, find });
  const cameras = await enterCameras(client, desk, {
    consumerId,
    siteId,
    site: design.sites[0]?.code ?? '',
    ports,
  });
  const cameraId = cameras.get('C-1');
  const gate = cameras.get('C-2');
  if (gate !== undefined && design.code === 'steel')
    await enterRecording(desk, { consumerId, cameraItemId: gate });
  await desk.ensure(
    'archive/shootingScheme',
    { consumerId, schemeName: '每日巡视拍照' },
    {
      cameraId,
      validFrom: '2026-01-01',
      segments: { segments: [{ begin: '08:00', end: '18:00', minutes: 60 }] },
    },
  );
}

/** The further fields of the main transformer, and the values of the incomer that are seen with it. */
async function enterTransformerFacts({ desk, consumerId, design, find }: Around): Promise<void> {
  const main = await find('archive/monitorObject', { orgCode: `${design.sites[0]?.code}-T1` });
  if (!main) return;
  const fields = [
    ['ratio', design.code === 'steel' ? '110/35 kV' : '10/0.4 kV'],
    ['ratedCapacity', design.code === 'steel' ? '80000' : '2500'],
    ['voltageRatio', design.code === 'steel' ? '110/35 kV' : '10/0.4 kV'],
  ] as const;
  for (const [extendCode, extendValue] of fields) {
    const field = await desk.find('archive/monitorTypeExtend', {
      monitorObjectTypeId: main['monitorObjectTypeId'],
      extendCode,
    });
    if (field)
      await desk.ensure(
        'archive/orgExtend',
        { orgId: main.id, monitorTypeExtendId: field.id },
        { consumerId, extendValue },
      );
  }
  const incomer = design.meters.find(
    ({ dataType, parent }) => dataType === ENERGY.electricity && parent === undefined,
  );
  const meter = await find('archive/ammeter', { ammeterCode: incomer?.code });
  for (const [ix, dataCode] of ['PZ', 'FZ'].entries()) {
    const dataItemId = (await desk.find('archive/dataItem', { dataCode }))?.id;
    const item = await find('archive/monitorItem', { ammeterId: meter?.id, dataItemId });
    if (item)
      await desk.ensure(
        'archive/monitorObjectItem',
        { monitorObjectId: main.id, monitorItemId: item.id },
        { consumerId, ix },
      );
  }
}

/** The manual of the main transformer, and the rules that hang in its room. */
async function filePapers(client: Client, { design, siteId, find }: Around): Promise<void> {
  const transformer = await find('archive/device', { deviceCode: `${design.sites[0]?.code}-T1` });
  const put = async (
    call: string,
    title: string,
    lines: readonly string[],
    fields: Readonly<Record<string, string | number>>,
  ): Promise<void> => {
    if (await find(call, { fileName: `${title}.pdf` })) return;
    await sendPaper(client, call, title, await writtenPaper(title, lines), fields);
  };
  await put(
    'archive/orgFile',
    '配电室管理制度',
    ['非当班人员不得入内。', '操作须持票，一人操作、一人监护。'],
    { orgId: siteId, type: 'rules' },
  );
  if (transformer)
    await put('archive/deviceFile', '主变压器说明书', ['额定容量、阻抗电压与冷却方式见铭牌。'], {
      deviceId: transformer.id,
      type: 'manual',
    });
}
