import type { Text } from './text.ts';

/** What the hours of a day of a trading scheme say. */
export const PRICE_CURVES = {
  1: { zh: '日前电价（元/kWh）', en: 'Day-ahead price (yuan/kWh)' },
  2: { zh: '实时电价（元/kWh）', en: 'Real-time price (yuan/kWh)' },
  3: { zh: '中长期合约电量（kWh）', en: 'Contract quantity (kWh)' },
  4: { zh: '中长期合约电价（元/kWh）', en: 'Contract price (yuan/kWh)' },
  5: { zh: '日前申报电量（kWh）', en: 'Day-ahead quantity (kWh)' },
} as const satisfies Readonly<Record<number, Text>>;

/** `1` day-ahead price … `5` day-ahead quantity. */
export type PriceCurve = `${keyof typeof PRICE_CURVES}`;

/** The curve that prices energy itself; the others settle what was contracted. */
export const REAL_TIME: PriceCurve = '2';
