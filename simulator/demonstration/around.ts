import type { PlantDesign } from '../plant/meter.ts';
import type { Client } from './client.ts';
import type { Desk, Row } from './desk.ts';
import { inBoth } from './english.ts';
import { writtenPaper } from './paper.ts';

type Find = (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;

/** What is around the meters of a plant. */
interface Around {
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
): Promise<void> {
  const find: Find = (resource, key) => desk.find(resource, { consumerId, ...key });
  const siteId = (await find('archive/monitorSite', { orgCode: design.sites[0]?.code }))?.id;
  if (siteId === undefined) return;
  const around: Around = { desk, consumerId, design, siteId, find };
  await enterDays(around);
  await enterLimits(around);
  await enterWiring(around);
  await enterSites(around);
  await enterControls(around);
  await enterTransformerFacts(around);
  await enterPeople(around);
  await filePapers(client, around);
}

/** Days that are unlike others: the overhaul of January, the hottest of July. */
async function enterDays({ desk, consumerId }: Around): Promise<void> {
  const year = new Date().getUTCFullYear();
  const days = [
    ...['25', '26', '27', '28', '29'].map((day) => [`01-${day}`, '1', '年度检修'] as const),
    ['07-22', '4', '高温日'],
    ['07-23', '4', '高温日'],
    ['07-24', '4', '高温日'],
  ] as const;
  for (const [day, holidayTypeId, holidayName] of days)
    await desk.ensure('sys/holiday', { consumerId, dt: `${year}-${day}`, holidayTypeId }, { holidayName });
  await desk.ensure(
    'sys/holidayEvent',
    { consumerId, eventName: '年度检修', dt: `${year}-01-25` },
    { endDt: `${year}-01-29`, eventType: '1' },
  );
}

async function enterLimits({ desk, consumerId, design, find }: Around): Promise<void> {
  const incomer = design.meters.find(({ dataType, parent }) => dataType === '1' && parent === undefined);
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
  await named(`PLC1.${first}`, { ammeterId, remark: '控制系统的名称 The name in the control system' });
  await named('UPS-1', { ignored: true, remark: '不计量 Not metered' });
}

async function enterSites({ desk, consumerId, design, siteId }: Around): Promise<void> {
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
    { dataType: '1', figures: ['day', 'month', 'year', 'hours'], remark: design.nameEn },
  );
}

async function enterControls({ desk, consumerId, design, siteId, find }: Around): Promise<void> {
  const meter = design.meters.at(design.code === 'steel' ? 18 : 1);
  const ammeterId = (await find('archive/ammeter', { ammeterCode: meter?.code }))?.id;
  for (const [relayNumber, controlName] of [
    [1, '照明总开关'],
    [2, '空调总开关'],
  ] as const)
    await desk.ensure(
      'archive/iRemoteControl',
      { consumerId, controlCode: `R-${relayNumber}` },
      { controlName, siteId, controlType: '1', relayNumber, ...(ammeterId ? { ammeterId } : {}) },
    );
  const camera = (cameraCode: string, cameraName: string, cameraType: string): Promise<number> =>
    desk.ensure(
      'archive/iVideoControl',
      { consumerId, cameraCode },
      { cameraName, siteId, cameraType, channel: 1, place: inBoth('总配电室') },
    );
  const cameraId = await camera('C-1', '配电室摄像机', '1');
  await camera('C-2', '大门摄像机', '2');
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
  const incomer = design.meters.find(({ dataType, parent }) => dataType === '1' && parent === undefined);
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

async function enterPeople({ desk, consumerId, design }: Around): Promise<void> {
  const people = [
    ['01', '王立', '能源部', '主管'],
    ['02', '李敏', '计量室', '计量员'],
    ['03', '张强', '生产部', '当班值长'],
  ] as const;
  for (const [number, personName, , position] of people)
    await desk.ensure(
      'sys/personInfo',
      { consumerId, personCode: `${design.code.toUpperCase()}-${number}` },
      { personName, position: inBoth(position), telephone: '031500000000' },
    );
}

/** The manual of the main transformer, and the rules that hang in its room. */
async function filePapers(client: Client, { desk, consumerId, design, siteId, find }: Around): Promise<void> {
  const transformer = await find('archive/device', { deviceCode: `${design.sites[0]?.code}-T1` });
  const keep = async (fileName: string, title: string, lines: readonly string[]): Promise<number> => {
    const form = new FormData();
    form.append('consumerId', String(consumerId));
    form.append('upFile', await writtenPaper(title, lines), fileName);
    return (await client.upload<{ id: number }>('/api/sys/fileRecord/add', form)).id;
  };
  const rules = 'Switch room rules 配电室管理制度.pdf';
  if (!(await find('archive/orgFile', { fileName: rules }))) {
    const fileRecordId = await keep(rules, '配电室管理制度', [
      '非当班人员不得入内。 / Entry for the shift alone.',
      '操作须持票，一人操作、一人监护。 / No switching without a permit and a second person.',
    ]);
    await desk.ensure(
      'archive/orgFile',
      { fileName: rules, orgId: siteId },
      { consumerId, fileType: 'rules', fileRecordId },
    );
  }
  const manual = 'Transformer manual 主变压器说明书.pdf';
  if (transformer && !(await find('archive/deviceFile', { fileName: manual }))) {
    const fileRecordId = await keep(manual, '主变压器说明书', [
      '额定容量、阻抗电压与冷却方式见铭牌。 / Capacity, impedance and cooling: see the plate.',
    ]);
    await desk.ensure(
      'archive/deviceFile',
      { fileName: manual, deviceId: transformer.id },
      { consumerId, fileType: 'manual', fileRecordId },
    );
  }
}
