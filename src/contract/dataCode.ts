import { hourlyUnit } from './energyType.ts';
import type { Text } from './text.ts';

/** `register`: a counter that only grows; `interval`: energy of a stated span; `gauge`: a value at an instant. */
export type DataKind = 'register' | 'interval' | 'gauge';

/** One measured quantity: what meters send, the column that keeps it, how it is shown. */
export interface DataCode {
  readonly code: string;
  readonly label: Text;
  /** Unit; null where it follows the meter's energy type: a register counts it, a gauge tells it per hour (`unitOfCode`). */
  readonly unit: string | null;
  readonly kind: DataKind;
  /** Other keys on the wire that mean the same, compared without regard to case. */
  readonly aliases: readonly string[];
  /** Decimals shown. */
  readonly decimals: number;
}

const code = (
  name: string,
  zh: string,
  en: string,
  unit: string | null,
  kind: DataKind,
  decimals: number,
  ...aliases: string[]
): DataCode => ({ code: name, label: { zh, en }, unit, kind, aliases, decimals });

/**
 * Every standard data code, once. The columns of `reading` (lower case, in this order), the validation of
 * telemetry, labels and units derive from this table. Sources: specification codes, DL/T 645-2007 items.
 * A new one goes last, as the database keeps sets of codes by their places (docs/recipe/add-data-code.md).
 */
export const DATA_CODES = [
  code('PP', '正向有功总电能', 'Forward active register', null, 'register', 2, 'EPI', 'ENERGY'),
  code('PP1', '正向有功尖电能', 'Forward active register, sharp', null, 'register', 2, 'EPI1'),
  code('PP2', '正向有功峰电能', 'Forward active register, peak', null, 'register', 2, 'EPI2'),
  code('PP3', '正向有功平电能', 'Forward active register, flat', null, 'register', 2, 'EPI3'),
  code('PP4', '正向有功谷电能', 'Forward active register, valley', null, 'register', 2, 'EPI4'),
  code('RP', '反向有功总电能', 'Reverse active register', null, 'register', 2, 'EPE'),
  code('QI', '感性无功电能', 'Lagging reactive register', 'kvarh', 'register', 2, 'EQL'),
  code('QO', '容性无功电能', 'Leading reactive register', 'kvarh', 'register', 2, 'EQC'),
  code('PZ', '总有功功率', 'Active power', 'kW', 'gauge', 2, 'P', 'POWER'),
  code('PA', 'A相有功功率', 'Active power, phase A', 'kW', 'gauge', 2),
  code('PB', 'B相有功功率', 'Active power, phase B', 'kW', 'gauge', 2),
  code('PC', 'C相有功功率', 'Active power, phase C', 'kW', 'gauge', 2),
  code('QZ', '总无功功率', 'Reactive power', 'kvar', 'gauge', 2, 'Q'),
  code('SZ', '总视在功率', 'Apparent power', 'kVA', 'gauge', 2, 'S'),
  code('FZ', '总功率因数', 'Power factor', '', 'gauge', 3, 'PF', 'COSQ'),
  code('IA', 'A相电流', 'Current, phase A', 'A', 'gauge', 2),
  code('IB', 'B相电流', 'Current, phase B', 'A', 'gauge', 2),
  code('IC', 'C相电流', 'Current, phase C', 'A', 'gauge', 2),
  code('UA', 'A相电压', 'Voltage, phase A', 'V', 'gauge', 1),
  code('UB', 'B相电压', 'Voltage, phase B', 'V', 'gauge', 1),
  code('UC', 'C相电压', 'Voltage, phase C', 'V', 'gauge', 1),
  code('FR', '频率', 'Frequency', 'Hz', 'gauge', 2, 'HZ', 'FREQ'),
  code('MD', '表内最大需量', "The meter's own maximum demand", 'kW', 'gauge', 4),
  code('FL', '瞬时流量', 'Flow', null, 'gauge', 3, 'FLOW'),
  code('T1', '供水温度', 'Supply temperature', '℃', 'gauge', 1, 'T', 'TEMP'),
  code('T2', '回水温度', 'Return temperature', '℃', 'gauge', 1),
  code('PR', '压力', 'Pressure', 'MPa', 'gauge', 3),
  code('SOC', '荷电状态', 'State of charge', '%', 'gauge', 1),
  code('PP5', '正向有功深谷电能', 'Forward active register, deep valley', null, 'register', 2, 'EPI5'),
  code('SOH', '电池健康度', 'State of health', '%', 'gauge', 1),
  code('BVX', '单体最高电压', 'Highest cell voltage', 'V', 'gauge', 3),
  code('BVN', '单体最低电压', 'Lowest cell voltage', 'V', 'gauge', 3),
  code('BTX', '单体最高温度', 'Highest cell temperature', '℃', 'gauge', 1),
  code('BTN', '单体最低温度', 'Lowest cell temperature', '℃', 'gauge', 1),
  code('DCV', '直流电压', 'DC voltage', 'V', 'gauge', 1),
  code('DCI', '直流电流', 'DC current', 'A', 'gauge', 2),
  code('DCP', '直流功率', 'DC power', 'kW', 'gauge', 2),
  code('PST', '运行状态码', 'Operating state', '', 'gauge', 0),
  code('SPZ', '功率设定值', 'Power set point', 'kW', 'gauge', 2),
  code('IRR', '辐照度', 'Irradiance', 'W/m²', 'gauge', 1),
  code('TM', '组件温度', 'Module temperature', '℃', 'gauge', 1),
] as const satisfies readonly DataCode[];

/** The codes whose energy is folded into columns of `usage`, in the order of these columns. */
export const ENERGY_CODES = ['PP', 'RP', 'QI', 'QO', 'PP1', 'PP2', 'PP3', 'PP4', 'PP5'] as const;
export type EnergyCode = (typeof ENERGY_CODES)[number];

/** What energy costs: in all, in each tariff period, and what reverse energy is credited; columns of `usage`. */
export const COST_CODES = ['CZ', 'CZ1', 'CZ2', 'CZ3', 'CZ4', 'CZ5', 'RCZ'] as const;
export type CostCode = (typeof COST_CODES)[number];

/** The column of `reading` that holds a code. */
export const columnOf = (name: string): string => name.toLowerCase();

/** A table of data codes, by whose places the values of readings go, and what derives from it. */
export interface CodeTable {
  readonly entries: readonly DataCode[];
  /** Columns of `reading` in the order of the table. */
  readonly columns: readonly string[];
  /** Place in the table of a key as it comes on the wire (code or alias, any case), or -1. */
  readonly indexOf: (key: string) => number;
}

/** A table of any number of codes. */
export function codeTable(entries: readonly DataCode[]): CodeTable {
  const byKey = new Map<string, number>(
    entries.flatMap((entry, index) => [entry.code, ...entry.aliases].map((key) => [key, index] as const)),
  );
  return {
    entries,
    columns: entries.map((entry) => columnOf(entry.code)),
    indexOf: (key) => byKey.get(key) ?? byKey.get(key.toUpperCase()) ?? -1,
  };
}

/** The table of the product. */
export const CODES = codeTable(DATA_CODES);

/** Place in DATA_CODES of a key as it comes on the wire (code or alias, any case), or -1. */
export const codeIndex = CODES.indexOf;

/** The entry of a code or alias, or undefined. */
export function dataCode(key: string): DataCode | undefined {
  return DATA_CODES[codeIndex(key)];
}

/** The unit in which a meter of an energy unit tells a code; '' where it has none. */
export function unitOfCode(key: string, energyUnit: string): string {
  const entry = dataCode(key);
  return entry?.unit ?? (entry?.kind === 'gauge' ? hourlyUnit(energyUnit) : energyUnit);
}
