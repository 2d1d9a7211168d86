import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { englishOf } from './english.ts';

/** A machine that uses much energy, with the meter that stands before it alone. */
interface KeyDevice {
  /** The meter, by its code on the drawing. */
  readonly meter: string;
  /** Four digits of its process unit. */
  readonly unit: string;
  /** What it is called, where its meter is named after something else. */
  readonly name?: string;
  readonly model: string;
  /** kW of electricity, or m³ of gas in an hour. */
  readonly rated: number;
  readonly since: string;
  readonly dept: string;
}

type Line = readonly [meter: string, model: string, rated: number, since: string, name?: string];

const shop = (unit: string, dept: string, ...lines: readonly Line[]): KeyDevice[] =>
  lines.map(([meter, model, rated, since, name]) => ({
    meter,
    unit,
    model,
    rated,
    since,
    dept,
    ...(name === undefined ? {} : { name }),
  }));

const DEVICES: Readonly<Record<string, readonly KeyDevice[]>> = {
  steel: [
    ...shop(
      '0101',
      '炼钢车间',
      ['E-104', 'HX-50', 30_000, '2011-06-18'],
      ['E-107', 'HX-35', 22_000, '2008-04-02'],
      ['E-110', 'LF-50', 8000, '2011-06-18'],
      ['E-111', 'LF-35', 6300, '2008-04-02'],
      ['E-137', 'Y4-73-20F', 2000, '2016-09-12'],
      ['E-138', 'Y4-73-18F', 1600, '2016-09-12'],
    ),
    ...shop('0201', '连铸车间', ['E-113', 'R8m-4', 4000, '2011-07-05', '方坯连铸机']),
    ...shop(
      '0301',
      '轧钢车间',
      ['E-202', 'BD-550', 8500, '2012-03-20'],
      ['E-203', 'GX-140', 7000, '2014-10-11'],
      ['G-158', 'BJ-120', 3600, '2012-03-20'],
      ['E-204', 'G4-73-14D', 1000, '2012-03-20'],
      ['E-205', 'JZ-12', 1400, '2015-05-08'],
    ),
    ...shop(
      '0401',
      '动力车间',
      ['E-121', 'KDON-6000', 6000, '2010-11-25'],
      ['E-122', 'KDON-3000', 3200, '2007-12-14'],
      ['E-126', 'C-250', 1600, '2018-08-30'],
      ['E-127', 'C-250', 1600, '2018-08-30'],
      ['E-129', '600S-75', 1400, '2010-11-25'],
      ['E-130', '600S-75', 1400, '2010-11-25'],
      ['G-159', 'WNS10-1.25', 760, '2019-10-21', '燃气锅炉'],
    ),
  ],
  campus: shop(
    '0101',
    '后勤部',
    ['E-05', 'LSBLG-900', 260, '2017-05-16'],
    ['E-06', 'LSBLG-600', 220, '2017-05-16'],
  ),
};

/** The national code of what a meter counts; undefined where the list has none for it. */
export const energyCodeOf = (dataType: string): string | undefined => energyTypeOf(dataType).nationalCode;

/** The class of data that an energy is collected as: gas is a primary energy, what is made of others a secondary one. */
export const energyClassOf = (energyCode: string): '01' | '02' => (energyCode === '1500' ? '01' : '02');

/** The code of what is collected at a place: eight digits of it, zeros for the whole plant. */
export const itemCode = (place: string, energyCode: string): string =>
  `${place}${energyClassOf(energyCode)}${energyCode}20`;

/** National list 17 is the regulator's: all machines stand under one type until it is brought in. */
const DEVICE_TYPE = '03';

export interface EnteredDevice extends KeyDevice {
  readonly deviceType: string;
  readonly deviceNo: string;
  readonly deviceName: string;
  readonly deviceNameEn: string;
  readonly energyCode: string;
  readonly location: string;
  /** The collection item of its day. */
  readonly dataCode: string;
}

/** The key devices of a plant as its archive has them. */
export function devicesOf(design: PlantDesign): EnteredDevice[] {
  return (DEVICES[design.code] ?? []).map((device, i) => {
    const meter = design.meters.find(({ code }) => code === device.meter);
    const deviceName = device.name ?? meter?.name ?? '';
    const deviceNo = `${DEVICE_TYPE}${String(i + 1).padStart(2, '0')}`;
    const energyCode = energyCodeOf(meter?.dataType ?? ENERGY.electricity) ?? '';
    return {
      ...device,
      deviceType: DEVICE_TYPE,
      deviceNo,
      deviceName,
      deviceNameEn: englishOf(deviceName) ?? deviceName,
      energyCode,
      location: design.sites.find(({ code }) => code === meter?.site)?.name ?? '',
      dataCode: itemCode(`${device.unit}${deviceNo}`, energyCode),
    };
  });
}
