import type { Period } from '#contract/period.ts';
import type { PeriodRules, PeriodSegment } from '#contract/periodRule.ts';
import type { Text } from '#contract/text.ts';

/** Rules to start from. */
export interface Preset {
  readonly key: string;
  readonly label: Text;
  readonly rules: PeriodRules;
}

const day = (...parts: readonly (readonly [begin: string, period: Period])[]): PeriodSegment[] =>
  parts.map(([begin, period], i) => ({ begin, end: parts[i + 1]?.[0] ?? '24:00', period }));

const sharp = day(
  ['00:00', 4],
  ['08:00', 3],
  ['10:00', 2],
  ['11:00', 1],
  ['12:00', 3],
  ['14:00', 2],
  ['15:00', 1],
  ['17:00', 2],
  ['19:00', 3],
);

/**
 * Guangdong: peak 10–12 and 14–19, valley 0–8; sharp 11–12 and 15–17 in July, August and September and on hot days
 * (the province's notice of August 2021).
 */
export const GUANGDONG: PeriodRules = {
  rules: [
    { segments: day(['00:00', 4], ['08:00', 3], ['10:00', 2], ['12:00', 3], ['14:00', 2], ['19:00', 3]) },
    { months: [7, 8, 9], segments: sharp },
    { dayTypes: ['hot'], segments: sharp },
  ],
};

export const PRESETS: readonly Preset[] = [
  { key: 'guangdong', label: { zh: '广东（含尖峰）', en: 'Guangdong with sharp hours' }, rules: GUANGDONG },
];
