import type { Text } from './text.ts';

/** One kind of energy or counted matter (specification 3 section 3, "Energy types"). */
export interface EnergyType {
  readonly label: Text;
  readonly unit: string;
}

/** Energy types by value, in the specification's order and units. */
export const ENERGY_TYPES = {
  1: { label: { zh: '电', en: 'Electricity' }, unit: 'kWh' },
  2: { label: { zh: '水', en: 'Water' }, unit: 't' },
  9: { label: { zh: '中水', en: 'Reclaimed water' }, unit: 't' },
  4: { label: { zh: '天然气', en: 'Natural gas' }, unit: 'm³' },
  5: { label: { zh: '供热', en: 'Heat supply' }, unit: 'MJ' },
  6: { label: { zh: '供冷', en: 'Cooling supply' }, unit: 'MJ' },
  7: { label: { zh: '人工煤气', en: 'Artificial gas' }, unit: 'm³' },
  8: { label: { zh: '柴油', en: 'Diesel' }, unit: 't' },
  11: { label: { zh: '蒸汽', en: 'Steam' }, unit: 'm³' },
  12: { label: { zh: '压缩空气', en: 'Compressed air' }, unit: 'm³' },
  13: { label: { zh: '原煤', en: 'Raw coal' }, unit: 't' },
  14: { label: { zh: '煤粉', en: 'Coal powder' }, unit: 't' },
  15: { label: { zh: '产量', en: 'Output' }, unit: 't' },
  16: { label: { zh: '原料', en: 'Raw material' }, unit: 't' },
  17: { label: { zh: '热力', en: 'Thermal power' }, unit: 'GJ' },
  18: { label: { zh: '指标', en: 'Index' }, unit: '' },
  19: { label: { zh: '系数', en: 'Coefficient' }, unit: '' },
  20: { label: { zh: '费用', en: 'Cost' }, unit: '元' },
  10: { label: { zh: '其他', en: 'Other' }, unit: 'tce' },
} as const satisfies Readonly<Record<number, EnergyType>>;

export type EnergyTypeValue = `${keyof typeof ENERGY_TYPES}`;

/** The values in the specification's order (objects order integer keys by size). */
export const ENERGY_TYPE_ORDER: readonly EnergyTypeValue[] = [
  '1',
  '2',
  '9',
  '4',
  '5',
  '6',
  '7',
  '8',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '10',
];

/** The energy type of a value; `other` for one that is not in the list. */
export const energyTypeOf = (value: string | number): EnergyType =>
  (ENERGY_TYPES as Readonly<Record<string, EnergyType>>)[String(value)] ?? ENERGY_TYPES[10];

/** The unit of what flows in an hour: kW for kWh, else the unit per hour; none where the energy type has none. */
export const hourlyUnit = (unit: string): string => (unit === 'kWh' ? 'kW' : unit && `${unit}/h`);

/** Labels by value, for a choice field. */
export const energyTypeOptions: Readonly<Record<EnergyTypeValue, Text>> = Object.fromEntries(
  Object.entries(ENERGY_TYPES).map(([value, type]) => [value, type.label]),
) as Record<EnergyTypeValue, Text>;

/** Device types (specification 3 section 3) with the energy types that each may measure; null = all. */
export const DEVICE_TYPES = {
  3: { label: { zh: '通信管理机', en: 'Communication manager' }, measures: [] },
  4: { label: { zh: '电表', en: 'Electricity meter' }, measures: ['1'] },
  6: { label: { zh: '水表', en: 'Water meter' }, measures: ['2', '9'] },
  7: { label: { zh: '气表', en: 'Gas meter' }, measures: ['4', '7', '11', '12'] },
  12: { label: { zh: '热量表', en: 'Heat meter' }, measures: ['17'] },
  8: { label: { zh: '煤计量', en: 'Coal meter' }, measures: ['13', '14'] },
  9: { label: { zh: '产量计量', en: 'Output meter' }, measures: ['15'] },
  10: { label: { zh: '原料计量', en: 'Raw-material meter' }, measures: ['16'] },
  11: { label: { zh: '总加', en: 'Total adder' }, measures: null },
} as const satisfies Readonly<
  Record<number, { readonly label: Text; readonly measures: readonly EnergyTypeValue[] | null }>
>;

/** The energy types that a device type may measure, the usual one first; empty = none. */
export function energiesOf(deviceType: string): readonly EnergyTypeValue[] {
  const type = (DEVICE_TYPES as Readonly<Record<string, { measures: readonly EnergyTypeValue[] | null }>>)[
    deviceType
  ];
  return type ? (type.measures ?? ENERGY_TYPE_ORDER) : [];
}

/** Whether a device type may measure an energy type; null = no energy. */
export function mayMeasure(deviceType: string, dataType: string | null): boolean {
  const energies: readonly string[] = energiesOf(deviceType);
  return dataType === null ? energies.length === 0 : energies.includes(dataType);
}

/** The energy type of a device type as it stays or, where it does not fit, the usual one. */
export const fittingEnergy = (deviceType: string, dataType: string | null): string | null =>
  mayMeasure(deviceType, dataType) ? dataType : (energiesOf(deviceType)[0] ?? null);

/** Labels by value, for a choice field. */
export const deviceTypeOptions = Object.fromEntries(
  Object.entries(DEVICE_TYPES).map(([value, type]) => [value, type.label]),
) as Record<`${keyof typeof DEVICE_TYPES}`, Text>;
