import type { FigureName } from '#contract/alarmFigure.ts';
import { LEVEL, type Level } from '../time/bucket.ts';
import type { Peer } from './peer.ts';
import type { RuleVersion } from './judge.ts';
import { versionAt } from './judge.ts';
import type { Reading } from './past.ts';
import type { Limit } from './verdict.ts';

/** What of a bucket a rule judges. */
export type FigureOf = FigureName;

/** What a rule on figures asks for. */
export interface FigureSettings {
  readonly of: FigureOf;
  readonly side: Limit['side'];
  /** Percent of the bucket that must be known; below it an energy is unknown. */
  readonly minCoverage: number;
}

/** The name under which a figure stands among the values of a reading. */
export const FIGURE_CODE = 'FIGURE';

export const levelOfFigure = (of: FigureOf): Level => (of.startsWith('hour') ? LEVEL.hour : LEVEL.day);
const isCoverage = (of: FigureOf): boolean => of === 'hourCoverage' || of === 'dayCoverage';
export const isPeer = (of: FigureOf): boolean => of === 'hourPeer' || of === 'dayPeer';
/** Its unit is the percent, not that of the meter. */
export const isPercent = (of: FigureOf): boolean => isCoverage(of) || isPeer(of);

/** A bucket of a meter that is over, or will be. */
export interface FigureBucket {
  readonly level: Level;
  /** ms */
  readonly start: number;
  readonly end: number;
  /** In the unit of the meter; null = nothing is known. */
  readonly energy: number | null;
  /** Share of the bucket that is known, 0 to 1. */
  readonly covered: number;
  /** Beside others of its kind, where a rule asks for that; null = it cannot be told. */
  readonly peer?: Peer | null;
}

/**
 * What buckets say to a rule, as readings at their ends, in the order of time: each by the version that holds at its end. A
 * bucket that is not over, or was over too short a while ago, says nothing; one of which too little is known, that it is
 * unknown.
 * @param now ms
 */
export function figureReadings(
  versions: readonly RuleVersion[],
  buckets: readonly FigureBucket[],
  now: number,
): Reading[] {
  return buckets
    .flatMap((bucket): Reading[] => {
      const { figure } = versionAt(versions, bucket.end).rule;
      if (!figure || levelOfFigure(figure.of) !== bucket.level) return [];
      if (bucket.end + figure.waitMs > now) return [];
      return [{ at: bucket.end, values: { [FIGURE_CODE]: figureValue(bucket, figure) ?? NaN } }];
    })
    .toSorted((a, b) => a.at - b.at);
}

/** The figure of a bucket, in the unit of the meter or in percent; null where too little of it is known. */
export function figureValue(
  { energy, covered, peer }: FigureBucket,
  { of, minCoverage }: FigureSettings,
): number | null {
  if (isCoverage(of)) return covered * 100;
  if (covered * 100 < minCoverage) return null;
  if (isPeer(of)) return peer ? Math.round((peer.own / peer.middle) * 10_000) / 100 : null;
  return energy;
}
