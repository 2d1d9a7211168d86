import { ENERGY } from '#contract/energyType.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

const PHONE = '031500000000';

/** Enters who is called at each site, who supplies it, and the facts and the life of its main transformer. */
export async function enterSiteLife(desk: Desk, design: PlantDesign, consumerId: number): Promise<void> {
  const supplier = { supplierName: '供电公司', dataTypeList: ENERGY.electricity, phone: PHONE };
  await desk.ensure('archive/supplier', { consumerId, supplierCode: 'GD-01' }, supplier);
  for (const { code } of design.sites) {
    const site = await desk.find('archive/monitorSite', { consumerId, orgCode: code });
    const contact = { siteId: site?.id, contactName: '值班室', phone: PHONE };
    await desk.ensure('archive/monitorSiteContact', contact, { consumerId, job: '当班值长' });
    const transformer = await desk.find('archive/device', { consumerId, deviceCode: `${code}-T1` });
    const incomer = design.meters.find(
      (meter) => meter.site === code && meter.dataType === ENERGY.electricity && meter.parent === undefined,
    );
    if (transformer) await enterTransformer(desk, consumerId, transformer.id, incomer?.ratedPower);
  }
}

/** @param capacity kVA; undefined where no incomer tells */
async function enterTransformer(
  desk: Desk,
  consumerId: number,
  deviceId: number,
  capacity: number | undefined,
): Promise<void> {
  const facts = [
    ...(capacity === undefined ? [] : [['额定容量', String(capacity), 'kVA'] as const]),
    ['阻抗电压', '10.5', '%'],
    ['冷却方式', 'ONAN/ONAF', ''],
  ] as const;
  for (const [ix, [extendName, extendValue, unit]] of facts.entries())
    await desk.ensure(
      'archive/deviceExtend',
      { deviceId, extendName },
      { consumerId, extendValue, ix, ...(unit === '' ? {} : { unit }) },
    );
  const life = [
    ['投入运行', '1', '2019-04-01T02:00:00.000Z', '安装调试合格，投入运行。'],
    ['年度预防性试验', '3', '2026-04-16T01:00:00.000Z', '绝缘、直流电阻、油色谱试验合格。'],
  ] as const;
  for (const [title, traceType, happenedAt, description] of life)
    await desk.ensure(
      'archive/deviceTrace',
      { deviceId, title },
      { consumerId, traceType, happenedAt, description },
    );
}
