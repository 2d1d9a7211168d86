import type { Text } from './text.ts';

/** One kind of energy or counted matter (specification 3 section 3, "Energy types"). */
export interface EnergyType {
  readonly value: string;
  readonly label: Text;
  readonly unit: string;
  /** Device type of the meters that measure it; none but total adders where it is not told. */
  readonly meter?: string;
  readonly gas?: true;
  /** No energy, and no medium that can have an equivalent in standard coal. */
  readonly noEnergy?: true;
  /** Made of electricity that is counted already: not counted in comprehensive energy. */
  readonly made?: true;
  /** The largest error in percent that GB 17167 permits a meter whose accuracy class nobody knows. */
  readonly accuracy?: number;
  /** Coefficient to standard coal, kgce a unit (GB/T 2589-2020; electricity by its heat value). */
  readonly coal?: string;
  /** Carbon of fuels and heat, kgCO2 a unit; that of electricity depends on grid and year. */
  readonly carbon?: string;
  /** Its code in the national list of energies. */
  readonly nationalCode?: string;
}

const row = <const V extends string>(
  value: V,
  zh: string,
  en: string,
  unit: string,
  rest: Omit<EnergyType, 'value' | 'label' | 'unit'> = {},
) => ({ ...rest, value, label: { zh, en }, unit });

/** Every energy type with all that is known of it, in the specification's order and units: a new one is a line here. */
const TABLE = {
  electricity: row('1', '电', 'Electricity', 'kWh', { meter: '4', accuracy: 1, coal: '0.1229', nationalCode: '3300' }),
  water: row('2', '水', 'Water', 't', { meter: '6', accuracy: 2.5, coal: '0.2571', carbon: '0' }),
  reclaimedWater: row('9', '中水', 'Reclaimed water', 't', { meter: '6', accuracy: 2.5 }),
  naturalGas: row('4', '天然气', 'Natural gas', 'm³', { meter: '7', gas: true, accuracy: 2, coal: '1.33', carbon: '2.1622', nationalCode: '1500' }),
  heatSupply: row('5', '供热', 'Heat supply', 'MJ', { accuracy: 2.5, coal: '0.03412', carbon: '0.11', nationalCode: '3200' }),
  coolingSupply: row('6', '供冷', 'Cooling supply', 'MJ', { made: true, accuracy: 2.5 }),
  artificialGas: row('7', '人工煤气', 'Artificial gas', 'm³', { meter: '7', gas: true, accuracy: 2, coal: '0.5714' }),
  diesel: row('8', '柴油', 'Diesel', 't', { accuracy: 0.5, coal: '1457.1', carbon: '3145.1' }),
  steam: row('11', '蒸汽', 'Steam', 'm³', { meter: '7', gas: true, accuracy: 2.5 }),
  compressedAir: row('12', '压缩空气', 'Compressed air', 'm³', { meter: '7', gas: true, made: true, accuracy: 2.5, coal: '0.04', carbon: '0' }),
  rawCoal: row('13', '原煤', 'Raw coal', 't', { meter: '8', accuracy: 0.5, coal: '714.3', carbon: '1900.3' }),
  coalPowder: row('14', '煤粉', 'Coal powder', 't', { meter: '8', accuracy: 0.5, coal: '714.3', carbon: '1900.3' }),
  output: row('15', '产量', 'Output', 't', { meter: '9', noEnergy: true }),
  rawMaterial: row('16', '原料', 'Raw material', 't', { meter: '10', noEnergy: true }),
  thermalPower: row('17', '热力', 'Thermal power', 'GJ', { meter: '12', accuracy: 2.5, coal: '34.12', carbon: '110', nationalCode: '3200' }),
  index: row('18', '指标', 'Index', '', { noEnergy: true }),
  coefficient: row('19', '系数', 'Coefficient', '', { noEnergy: true }),
  cost: row('20', '费用', 'Cost', '元', { noEnergy: true }),
  other: row('10', '其他', 'Other', 'tce', { coal: '1000' }),
} as const satisfies Readonly<Record<string, EnergyType>>; // prettier-ignore

type Name = keyof typeof TABLE;
export type EnergyTypeValue = (typeof TABLE)[Name]['value'];

/** The energy types in the specification's order. */
const ROWS: readonly (EnergyType & { readonly value: EnergyTypeValue })[] = Object.values(TABLE);

/** Values by name: `ENERGY.electricity` is `'1'`. */
export const ENERGY = Object.fromEntries(Object.entries(TABLE).map(([name, { value }]) => [name, value])) as {
  readonly [N in Name]: (typeof TABLE)[N]['value'];
};

/** Energy types by value. */
export const ENERGY_TYPES = Object.fromEntries(ROWS.map((type) => [type.value, type])) as Readonly<
  Record<EnergyTypeValue, EnergyType>
>;

/** The values in the specification's order (objects order integer keys by size). */
export const ENERGY_TYPE_ORDER: readonly EnergyTypeValue[] = ROWS.map(({ value }) => value);

/** Gas, artificial gas, steam and compressed air. */
export const GASES: readonly EnergyTypeValue[] = ROWS.filter(({ gas }) => gas).map(({ value }) => value);

/** The energy type of a value; `other` for one that is not in the list. */
export const energyTypeOf = (value: string | number): EnergyType =>
  (ENERGY_TYPES as Readonly<Record<string, EnergyType>>)[String(value)] ?? TABLE.other;

/** The unit of what flows in an hour: kW for kWh, else the unit per hour; none where the energy type has none. */
export const hourlyUnit = (unit: string): string => (unit === 'kWh' ? 'kW' : unit && `${unit}/h`);

/** Labels by value, for a choice field. */
export const energyTypeOptions: Readonly<Record<EnergyTypeValue, Text>> = Object.fromEntries(
  ROWS.map(({ value, label }) => [value, label]),
) as Record<EnergyTypeValue, Text>;
