import type { Text } from '#contract/text.ts';

/** Levels of metering: 1 in and out of the unit, 2 main secondary units, 3 main devices, 4 others. */
export const LEVELS = {
  1: { zh: '进出用能单位', en: 'In and out of the unit' },
  2: { zh: '主要次级用能单位', en: 'Main secondary units' },
  3: { zh: '主要用能设备', en: 'Main devices' },
  4: { zh: '其他', en: 'Others' },
} as const satisfies Readonly<Record<number, Text>>;
export type GaugeLevel = `${keyof typeof LEVELS}`;

/** JJF 1356 table B.8: meters of an energy at a level that are required, there, and verified. */
export interface Allocation {
  readonly energyCode: string;
  readonly energyName: Text;
  readonly level: GaugeLevel;
  readonly required: number;
  readonly installed: number;
  /** Percent of the required that are there, at most 100; null where none is required. */
  readonly rate: number | null;
  /** Percent that GB 17167 asks for at least; null where it asks for none. */
  readonly least: number | null;
  /** Verified, and the date is not over. */
  readonly valid: number;
  /** Percent of the installed that are valid. */
  readonly validRate: number | null;
  readonly verdict: Verdict;
}

/** Whether enough meters are there and all of them verified; nothing is judged where none is required. */
export type Verdict = 'met' | 'notMet' | 'notRequired';
export const VERDICTS: Readonly<Record<Verdict, Text>> = {
  met: { zh: '满足', en: 'Met' },
  notMet: { zh: '不满足', en: 'Not met' },
  notRequired: { zh: '不适用', en: 'Not required' },
};

/** JJF 1356 table B.9: meters of an energy that are as accurate as they must be. */
export interface Accuracy {
  readonly energyCode: string;
  readonly energyName: Text;
  /** Limit of error, percent, that is asked for. */
  readonly asked: number;
  readonly installed: number;
  readonly known: number;
  readonly passed: number;
  readonly rate: number | null;
}

export interface GaugeStatistics {
  readonly orgId: number;
  /** The list that was counted: handed in (tab 25), or the archive's meters (tab 16) where nothing is handed in yet. */
  readonly source: 'companyGauges' | 'gaugeConfigure';
  readonly date: string;
  readonly allocation: readonly Allocation[];
  /** Of the whole enterprise. */
  readonly accuracy: readonly Accuracy[];
  readonly levelAccuracy: Readonly<Record<GaugeLevel, readonly Accuracy[]>>;
}
