import { ENERGY } from '#contract/energyType.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { PlantDesign, PlantMeter } from '../plant/meter.ts';
import { devicesOf, energyClassOf, energyCodeOf, itemCode } from './device.ts';

/** The collection item of all that a plant uses of an energy. */
export const wholePlant = (energyCode: string): string => itemCode('00000000', energyCode);

/** The day so many days from now, `YYYY-MM-DD`. */
const dayIn = (days: number): string => utcDate(Date.now() + days * DAY_MS);

type Enter = (resource: string, key: object, values: object) => Promise<number>;

/** What the meters of an energy are like, by the energy's code. */
const MAKES: Readonly<Record<string, object>> = {
  3300: { meterType: '15261000', manufacturer: '电能表厂', model: 'DTZ', precisionLevel: '0.5S', ranges: '3×1.5(6) A' },
  1500: { meterType: '12181000', manufacturer: '流量计厂', model: 'LWQ', precisionLevel: '1.0', ranges: '65–6500 m³/h' },
  3200: { meterType: '12240000', manufacturer: '流量计厂', model: 'CRL-G', precisionLevel: '2', ranges: '4–160 m³/h' },
}; // prettier-ignore

/** Burners have a meter of their own beside that of their shop, which no gateway reads. */
const LOCAL: Readonly<Record<string, string>> = { 'G-158': '加热炉燃气表', 'G-159': '锅炉燃气表' };

/** Enters the audited meters of a plant: those of electricity, gas and heat, three with what verified them. */
export async function enterGauges(
  row: Enter,
  design: PlantDesign,
  meterIds: ReadonlyMap<string, number>,
): Promise<void> {
  const items = new Map(devicesOf(design).map(({ meter, dataCode }) => [meter, dataCode]));
  const audited = design.meters.flatMap((meter) => {
    const params = energyCodeOf(meter.dataType);
    return params === undefined ? [] : [{ meter, params }];
  });
  for (const [i, { meter, params }] of audited.entries()) {
    const serNo = `${design.code.toUpperCase()}-${meter.code}`;
    const manageNo = `M-${String(i + 1).padStart(3, '0')}`;
    const lastAlignDate = dayIn(verifiedBefore(i));
    const values = {
      manageNo, ...MAKES[params], params, paramsType: energyClassOf(params), dataCode: items.get(meter.code) ?? wholePlant(params),
      // What is below another meter, or measured on the way, is in the plant's sum already.
      reportRatio: items.has(meter.code) || meter.parent === undefined ? 1 : 0, alignState: '1', alignCycle: 12,
      lastAlignDate, alignOrg: '计量检定测试所', installTime: '2021-03-01',
    }; // prettier-ignore
    await row('gaugeConfigure', { serNo }, {
      ...values, meterName: meter.name, meterLevel: levelOf(meter, design), location: `${meter.site} ${meter.code}`,
      ammeterId: meterIds.get(meter.code),
    }); // prettier-ignore
    const local = LOCAL[meter.code];
    if (local !== undefined)
      await row('gaugeConfigure', { serNo: `${serNo}-1` }, {
        ...values, reportRatio: 0, manageNo: `${manageNo}-1`, meterName: local, meterLevel: '3', location: `${meter.site} ${meter.code}`,
      }); // prettier-ignore
    if (i < 3)
      await row(
        'gaugeVerifyConfigure',
        { serNo, verifyTime: lastAlignDate },
        { manageNo, verifyOrg: '计量检定测试所' },
      );
  }
}

/** Days since a meter was verified, as a negative number: one is late, one is due soon, the others follow through the year. */
const verifiedBefore = (i: number): number => (i < 12 ? i * 29 - 372 : -30 - ((i * 29) % 300));

/** A flow meter that was replaced; it delivers nothing to the platform. */
export async function enterReplaced(row: Enter, design: PlantDesign): Promise<void> {
  const [before, now] = [`${design.code.toUpperCase()}-LL-0`, `${design.code.toUpperCase()}-LL-1`];
  await row('gaugeConfigure', { meterName: '蒸汽总管流量计' }, {
    serNo: before, manageNo: 'M-101', meterType: '12181000', meterLevel: '1', params: '3200', dataCode: wholePlant('3200'), reportRatio: 0,
    manufacturer: '流量计厂', model: 'LUGB', precisionLevel: '1.0', ranges: '0–20 t/h', alignState: '1', alignCycle: 24,
    lastAlignDate: dayIn(-200), alignOrg: '计量检定测试所', location: '锅炉房', installTime: '2019-04-01',
  }); // prettier-ignore
  await row('gaugeReplaceConfigure', { installSerNo: now }, {
    replacedSerno: before, replacedManageNo: 'M-101', installManageNo: 'M-102',
    installTime: `${dayIn(-120)}T02:00:00.000Z`, replacedRegister: 48211.5, installRegister: 0, remark: '到期轮换',
  }); // prettier-ignore
}

/** Gas is metered where it comes into a shop, electricity where it is handed on. */
function levelOf(meter: PlantMeter, design: PlantDesign): '1' | '2' | '3' {
  if (meter.parent === undefined) return meter.dataType === ENERGY.thermalPower ? '3' : '1';
  const handedOn = design.meters.some(({ parent }) => parent === meter.code);
  return handedOn || meter.dataType === ENERGY.naturalGas ? '2' : '3';
}
