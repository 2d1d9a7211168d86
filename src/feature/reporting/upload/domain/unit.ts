import { parseDecimal, type Ratio, times } from '#domain/decimal/decimal.ts';

/** How a platform wants an item: its unit, the decimals kept, and how much standard coal a unit is. */
export interface ListUnit {
  readonly unit: string;
  readonly decimals: number;
  /** tce for each unit, as text; null where the list tells none. */
  readonly ratio: string | null;
}

/** How many of each base unit make one of the platform's. */
const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  万千瓦时: { kWh: '10000' },
  千瓦时: { kWh: '1' },
  万立方米: { 'm³': '10000' },
  立方米: { 'm³': '1' },
  吨: { t: '1' },
  万吨: { t: '10000' },
  百万千焦: { GJ: '1', MJ: '1000' },
  吉焦: { GJ: '1', MJ: '1000' },
  吨标准煤: { tce: '1' },
};

const SPELLED: Readonly<Record<string, string>> = {
  万kWh: '万千瓦时',
  '10⁴kWh': '万千瓦时',
  kWh: '千瓦时',
  'm³': '立方米',
  t: '吨',
  GJ: '吉焦',
  tce: '吨标准煤',
};

const standard = (unit: string): string => {
  const plain = unit.replaceAll(/\s/g, '');
  return SPELLED[plain] ?? plain;
};

/** How many base units one of the platform's is; null where one cannot become the other. */
export function unitFactor(base: string, platform: string): Ratio | null {
  if (base === platform) return { num: 1n, den: 1n };
  const factor = UNITS[standard(platform)]?.[base];
  return factor === undefined ? null : parseDecimal(factor);
}

/** Units of list 8 that hold until a platform has handed out its own list (energies by their code). */
const SHIPPED: Readonly<Record<string, ListUnit>> = {
  '0000': { unit: '吨标准煤', decimals: 4, ratio: '1' },
  '1500': { unit: '万立方米', decimals: 4, ratio: null },
  '3200': { unit: '百万千焦', decimals: 2, ratio: null },
  '3300': { unit: '万千瓦时', decimals: 4, ratio: null },
};

/** Fuels are told in tons, gases by ten thousand cubic metres. */
const GASES = ['1100', '1200', '1300', '1400', '1700', '2400'];

/** The unit in which an item is sent, by its class and energy: the platform's own list goes first. */
export function listUnitOf(
  energyClassCode: string,
  energyTypeCode: string,
  told: ReadonlyMap<string, ListUnit>,
): ListUnit {
  const own = told.get(energyTypeCode);
  if (own) return own;
  const energy = energyClassCode === '01' || energyClassCode === '02';
  const shipped = SHIPPED[energyTypeCode];
  if (shipped && (energy || energyTypeCode === '0000')) return shipped;
  if (energy && GASES.includes(energyTypeCode)) return { unit: '万立方米', decimals: 4, ratio: null };
  if (energy) return { unit: '吨', decimals: 2, ratio: null };
  if (energyClassCode === '09') return { unit: '万元', decimals: 2, ratio: null };
  return { unit: '', decimals: 4, ratio: null };
}

/**
 * The coefficient as it travels, tce for each unit of the platform: of kgce for each base unit (kWh, m³, GJ) and how many
 * of these one of the platform's is.
 */
export const sentRatio = (kgce: Ratio, factor: Ratio): Ratio =>
  times(times(kgce, factor), { num: 1n, den: 1000n });
