import type { Text } from './text.ts';

/** Tariff periods by the number of their register: PP1 sharp, PP2 peak, PP3 flat, PP4 valley, PP5 deep valley. */
export const PERIODS = {
  1: { zh: '尖', en: 'Sharp' },
  2: { zh: '峰', en: 'Peak' },
  3: { zh: '平', en: 'Flat' },
  4: { zh: '谷', en: 'Valley' },
  5: { zh: '深谷', en: 'Deep valley' },
} as const satisfies Readonly<Record<number, Text>>;
export type Period = keyof typeof PERIODS;
/** Every period, in the order in which lists, stacks and bills tell them. */
export const PERIOD_NUMBERS = Object.keys(PERIODS).map(Number) as [Period, ...Period[]];

/** The period that only some provinces have: it is shown where a calendar names it or energy lies in it. */
export const DEEP_VALLEY = 5 satisfies Period;
/** The period whose price holds for what no period of a calendar holds. */
const FLAT = 3 satisfies Period;
/** The period at whose price energy is settled; 0 = no period holds it. */
export const pricePeriod = (period: Period | 0): Period => (period === 0 ? FLAT : period);
/** Whether there is anything of a period to show. @param found it was named, or energy lies in it */
export const isShown = (period: Period, found: boolean): boolean => period !== DEEP_VALLEY || found;
/** The same of a code of energy or cost, such as PP5. */
export const isCodeShown = (code: string, found: boolean): boolean =>
  found || !code.endsWith(String(DEEP_VALLEY));

/** A value for each period, and under `0` for what no period holds. */
export const byPeriod = <T>(of: (period: Period) => T): Readonly<Record<Period, T>> =>
  Object.fromEntries(PERIOD_NUMBERS.map((period) => [period, of(period)])) as Record<Period, T>;
export const byPeriodOrNone = <T>(of: (period: Period | 0) => T): Readonly<Record<Period | 0, T>> => ({
  ...byPeriod(of),
  0: of(0),
});

/** Kinds of day that a rule may name; a day is one of the first three, and may be hot beside. */
export const DAY_TYPES = {
  workday: { zh: '工作日', en: 'Working day' },
  weekend: { zh: '周末', en: 'Weekend' },
  holiday: { zh: '节假日', en: 'Holiday' },
  hot: { zh: '高温日', en: 'Hot day' },
} as const satisfies Readonly<Record<string, Text>>;
export type DayType = keyof typeof DAY_TYPES;
export const DAY_TYPE_NAMES = Object.keys(DAY_TYPES) as [DayType, ...DayType[]];
