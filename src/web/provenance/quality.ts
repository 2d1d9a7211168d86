import type { FlagName } from '#contract/usageFlag.ts';
import type { Quality } from '#web/ui/QualityTag.tsx';

/** What a figure says of itself, the gravest alone; measured values say nothing. */
const QUALITIES: readonly (readonly [FlagName, Quality])[] = [
  ['conflict', 'conflict'],
  ['suspect', 'suspect'],
  ['reset', 'suspect'],
  ['partial', 'partial'],
  ['corrected', 'corrected'],
  ['manual', 'manual'],
  ['estimated', 'estimated'],
  ['noise', 'noise'],
  ['interpolated', 'interpolated'],
];

/** The gravest of the flags, as a tag tells it; undefined where all was measured. */
export function qualityOf(flags: readonly FlagName[]): Quality | undefined {
  return QUALITIES.find(([flag]) => flags.includes(flag))?.[1];
}

/** A floored percent as the share that coverage marks take. */
export const shareOf = (percent: number | null): number | null => (percent === null ? null : percent / 100);
