import { ENERGY } from '#contract/energyType.ts';
import { COMPARISONS, COUNTED_TYPES, FORM_COLUMNS, STATISTIC_COLUMNS } from '#contract/statistics.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk, Row } from './desk.ts';

interface Place {
  readonly desk: Desk;
  readonly consumerId: number;
  readonly design: PlantDesign;
  readonly siteId: number;
  readonly find: (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;
}

/**
 * Enters what an energy office sets once: which energies it counts and by which factors, who signs its statistics, the events
 * of its devices, and what hangs on its alarm rules. Nothing of it switches or sends anything.
 */
export async function enterSettings(place: Place): Promise<void> {
  if (place.design.code !== 'steel') return;
  await enterFactors(place);
  await enterEvents(place);
  await enterRuleParts(place);
}

async function enterFactors({ desk, consumerId, design }: Place): Promise<void> {
  const types = [...new Set(design.meters.map(({ dataType }) => dataType))];
  for (const [ix, dataType] of types.entries())
    await desk.ensure(
      'archive/consumerEnergyConfig',
      { orgId: consumerId, dataType },
      { consumerId, ix, state: '1' },
    );
  const year = new Date().getUTCFullYear();
  // 38.0 MJ/m³ ÷ 29.3076 MJ/kgce.
  await desk.ensure(
    'archive/coefficient',
    { orgId: consumerId, dataType: ENERGY.naturalGas, type: '1', dt: `${year}-01-01` },
    { consumerId, factor: 1.2966, source: `${year - 1} 年实测低位发热量 38.0 MJ/m³` },
  );
  await desk.ensure(
    'archive/statisticsCfg',
    { consumerId },
    {
      countedTypes: COUNTED_TYPES,
      electricityBy: '1',
      equalFactor: 0.3,
      shownColumns: Object.keys(STATISTIC_COLUMNS),
      reportBy: '1',
      reportColumns: Object.keys(FORM_COLUMNS),
      compareWith: Object.keys(COMPARISONS),
      oddPercent: 20,
      preparedBy: '李敏',
      checkedBy: '王立',
    },
  );
}

async function enterEvents({ desk, consumerId, siteId }: Place): Promise<void> {
  const events = [
    ['alarm/eventConfig', 'SPRING_NOT_CHARGED', '断路器弹簧未储能', '2'],
    ['alarm/eventConfig', 'UPS_ON_BATTERY', 'UPS 转电池供电', '3'],
    ['alarm/eventConfigGrafana', 'SwitchRoomHot', '配电室温度偏高', '3'],
  ] as const;
  for (const [resource, eventIdentifier, eventName, alarmLevel] of events)
    await desk.ensure(
      resource,
      { consumerId, eventIdentifier },
      { eventName, siteId, alarmLevel, enable: '1' },
    );
  await desk.ensure(
    'archive/grafanaAccount',
    { consumerId },
    {
      accountName: '能源看板',
      url: 'https://grafana.example.com/d/energy',
      state: '0',
      remark: '示例地址，未启用',
    },
  );
}

/** What hangs on rules: a delay, a further limit, the limits of one value, an output that nobody has allowed to be operated. */
async function enterRuleParts({ desk, consumerId, siteId, design, find }: Place): Promise<void> {
  const furnace = (await find('event/alarm', { alarmName: '电炉功率越上限' }))?.id;
  if (furnace !== undefined)
    await desk.ensure(
      'event/alarmParam',
      { alarmId: furnace, paramName: '触发延时' },
      { consumerId, paramCode: 'onDelay', paramValue: 900, ix: 1 },
    );
  const transformer = (await find('event/alarm', { alarmName: '主变负荷偏高' }))?.id;
  if (transformer !== undefined)
    await desk.ensure(
      'event/alarmTrigger',
      { alarmId: transformer, triggerName: '功率倒送' },
      { consumerId, side: 'below', limitValue: -500, deadBand: 200, ix: 1, state: '1' },
    );
  const incomer = design.meters.find(
    ({ dataType, parent }) => dataType === ENERGY.electricity && parent === undefined,
  );
  const ammeterId = (await find('archive/ammeter', { ammeterCode: incomer?.code }))?.id;
  const dataItemId = (await desk.find('archive/dataItem', { dataCode: 'FZ' }))?.id;
  const item = await find('archive/monitorItem', { ammeterId, dataItemId });
  if (item)
    await desk.ensure(
      'event/itemLimit',
      { monitorItemId: item.id },
      { consumerId, lowerWarning: 0.92, lowerAlarm: 0.9, state: '1' },
    );
  const controlItemId = (await find('archive/iRemoteControl', { controlCode: 'QF-227' }))?.id;
  if (furnace !== undefined && controlItemId !== undefined)
    await desk.ensure(
      'event/alarmLinkageControl',
      { consumerId, linkageName: '电炉越限停 2# 空压机' },
      {
        siteId,
        eventType: '1',
        eventId: furnace,
        delay: 60,
        controlItemId,
        controlValue: '0',
        enable: '0',
        remark: '示例，未启用、未授权',
      },
    );
}
