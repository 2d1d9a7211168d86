import { hourlyUnit } from './energyType.ts';
import type { Text } from './text.ts';

/**
 * What of an hour or a day of the site's calendar an alarm rule may judge: use, cost, coverage; and of its quarters of an hour the
 * shares that are missing, suspect (also noise and conflicts), estimated, or came more than a quarter of an hour late; the use
 * as percent of what others of its kind do for their rating; and the maximum demand, by the rule of its bill.
 */
export const ALARM_FIGURES = {
  hourEnergy: { zh: '小时用量', en: 'Use of an hour' },
  dayEnergy: { zh: '日用量', en: 'Use of a day' },
  dayCost: { zh: '日费用（元）', en: 'Cost of a day (yuan)' },
  hourDemand: { zh: '小时最大需量', en: 'Maximum demand of an hour' },
  dayDemand: { zh: '日最大需量', en: 'Maximum demand of a day' },
  monthDemand: {
    zh: '结算月截至当日的最大需量',
    en: 'Maximum demand of the settlement month so far',
  },
  hourCoverage: { zh: '小时数据覆盖率（%）', en: 'Coverage of an hour (%)' },
  dayCoverage: { zh: '日数据覆盖率（%）', en: 'Coverage of a day (%)' },
  hourMissing: { zh: '小时缺失数据占比（%）', en: 'Missing data of an hour (%)' },
  dayMissing: { zh: '日缺失数据占比（%）', en: 'Missing data of a day (%)' },
  hourSuspect: { zh: '小时可疑数据占比（%）', en: 'Suspect data of an hour (%)' },
  daySuspect: { zh: '日可疑数据占比（%）', en: 'Suspect data of a day (%)' },
  dayEstimated: { zh: '日推算数据占比（%）', en: 'Estimated data of a day (%)' },
  hourLate: { zh: '小时迟到数据占比（%）', en: 'Late data of an hour (%)' },
  dayLate: { zh: '日迟到数据占比（%）', en: 'Late data of a day (%)' },
  hourPeer: {
    zh: '小时与同类相比（%，逆变器、电池簇）',
    en: 'An hour compared with its peers (%, inverters, clusters)',
  },
  dayPeer: {
    zh: '日与同类相比（%，逆变器、电池簇）',
    en: 'A day compared with its peers (%, inverters, clusters)',
  },
} as const satisfies Record<string, Text>;

export type AlarmFigure = keyof typeof ALARM_FIGURES;

/** Compared with others of its kind. */
export const isPeer = (of: AlarmFigure): boolean => of === 'hourPeer' || of === 'dayPeer';

/** A maximum demand: what is not measured may hide a higher one, and it is at least what it says. */
export const isDemand = (of: AlarmFigure): boolean => of.endsWith('Demand');

/** Figures of energy and money say nothing of a bucket of which too little is known; the others say how much is known. */
export const needsCoverage = (of: AlarmFigure): boolean =>
  of.endsWith('Energy') || of === 'dayCost' || isPeer(of);

/** The unit of a figure. @param energyUnit that of the meter */
export function figureUnit(of: AlarmFigure, energyUnit: string): string {
  if (of === 'dayCost') return '元';
  if (isDemand(of)) return hourlyUnit(energyUnit);
  return of.endsWith('Energy') ? energyUnit : '%';
}

/** What a figure is called without its unit. */
export function figureName(of: AlarmFigure): Text {
  const { zh, en } = ALARM_FIGURES[of];
  return { zh: zh.replace(/（.*）/, ''), en: en.replace(/ \(.*\)/, '') };
}
