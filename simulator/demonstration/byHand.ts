import { utcDate } from '#domain/time/date.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { dayStart } from '../plant/moment.ts';
import type { Plant } from '../plant/plant.ts';
import { chinaTime } from '../platform/registry.ts';
import type { Client } from './client.ts';
import { demoFaults } from './demoFaults.ts';
import type { Desk } from './desk.ts';
import { COKE_ITEM } from './metering.ts';
import { importReadings } from './sample.ts';

/** Coke of the last complete months, t; the last first. */
const COKE_TONS = [318.6, 326.4, 309.8];

/** Enters what the office of the steel works writes down itself: what no meter counts, and what people did at alarms. */
export async function enterByHand(desk: Desk, consumerId: number): Promise<void> {
  await enterCoke(desk, consumerId);
  await enterRuns(desk, consumerId);
}

async function enterCoke(desk: Desk, consumerId: number): Promise<void> {
  const item = await desk.find('yunshui/dataCollectConfigure', { consumerId, ...COKE_ITEM });
  if (!item) return;
  const now = new Date();
  for (const [i, amount] of COKE_TONS.entries()) {
    const statDate = utcDate(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - i));
    await desk.ensure(
      'yunshui/collectValue',
      { dataCollectConfigureId: item.id, statDate },
      {
        consumerId,
        valueName: `${statDate.slice(0, 7)} 焦炭`,
        valueNameEn: `Coke ${statDate.slice(0, 7)}`,
        amount,
        source: '过磅单',
      },
    );
  }
}

/** What was done by telephone and on the spot, beside what the product did itself. */
async function enterRuns(desk: Desk, consumerId: number): Promise<void> {
  const siteId = (await desk.find('archive/monitorSite', { consumerId }))?.id;
  const control = await desk.find('archive/iRemoteControl', { consumerId, controlCode: 'QF-227' });
  const at = dayStart(Date.now()) - 3 * DAY_MS + 10 * HOUR_MS;
  const times = { raisedAt: new Date(at).toISOString(), endedAt: new Date(at + HOUR_MS / 6).toISOString() };
  const run = { consumerId, siteId, runState: 'done', ...times };
  await desk.ensure(
    'alarm/linkageRecord',
    { consumerId, remark: '值班电话通知，当班值长确认' },
    { ...run, linkageName: '电气值班', alarmName: '主变负荷偏高', linkageType: '7', recipient: '电气值班', runReason: 'told' },
  ); // prettier-ignore
  if (control)
    await desk.ensure(
      'event/linkageControlRecord',
      { consumerId, remark: '按预案在现场手动停机' },
      { ...run, linkageName: '电炉越限停 2# 空压机', alarmName: '电炉功率越上限', controlItemId: control.id, controlValue: '0' },
    ); // prettier-ignore
}

/**
 * Brings in what was read at the meters themselves while a line was cut: a sheet of the latest gap of a day ago and more,
 * and one value at another. Nothing is entered before the plant began to be read.
 * @param from ms
 */
export async function readGaps(
  person: Client,
  plant: Plant,
  consumerId: number,
  from: number,
  now: number,
): Promise<void> {
  const { gaps = [] } = demoFaults(now);
  const gapOf = (code: string) => gaps.find((gap) => gap.code === code && gap.from > from);
  const cut = gapOf('E-110');
  if (cut) {
    const instants = [0.5, 1.5, 2.5].map((hours) => cut.from + hours * HOUR_MS);
    const rows = instants.map((at) => [
      'E-110',
      'PP',
      chinaTime(at).slice(0, 16),
      plant.register('E-110', at),
    ]);
    const sheet = [['表计编号', '数据代码', '时间', '数值'], ...rows].map((row) => row.join(',')).join('\n');
    await importReadings(
      person,
      consumerId,
      `E-110 ${chinaTime(cut.from).slice(0, 10)}.csv`,
      `\uFEFF${sheet}\n`,
    );
  }
  const water = gapOf('W-149');
  if (!water) return;
  const meters = await person.get<readonly { id: number; consumerId: number; ammeterCode: string }[]>('/api/archive/ammeter/getall'); // prettier-ignore
  const meter = meters.find((one) => one.consumerId === consumerId && one.ammeterCode === 'W-149');
  const at = water.from + 4 * HOUR_MS;
  if (meter)
    await person.post('/api/sdata/importData/insert', {
      consumerId,
      ammeterId: meter.id,
      time: new Date(at).toISOString(),
      value: String(plant.register('W-149', at)),
      remark: '断线期间现场抄表',
    });
}
