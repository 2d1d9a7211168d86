import { type AlarmFigure, isDemand, isPeer, needsCoverage } from '#contract/alarmFigure.ts';
import { LEVEL, type Level } from '../time/bucket.ts';
import type { Peer } from './peer.ts';
import type { RuleVersion } from './judge.ts';
import { versionAt } from './judge.ts';
import type { Reading } from './past.ts';
import type { Limit } from './verdict.ts';

/** What of a bucket a rule judges. */
export type FigureOf = AlarmFigure;

/** What a rule on figures asks for. */
export interface FigureSettings {
  readonly of: FigureOf;
  readonly side: Limit['side'];
  /** Percent of the bucket that must be known; below it an energy or a cost is unknown. */
  readonly minCoverage: number;
  /** Beyond it a maximum demand counts though it may be higher still; absent = one that is certain counts alone. */
  readonly certainAbove?: number;
}

/** The name under which a figure stands among the values of a reading. */
export const FIGURE_CODE = 'FIGURE';

export const levelOfFigure = (of: FigureOf): Level => (of.startsWith('hour') ? LEVEL.hour : LEVEL.day);

/** A maximum demand, in kW or the unit of the meter an hour; `atLeast` = what is not measured may hide a higher one. */
interface Demand {
  readonly value: number;
  readonly atLeast: boolean;
}

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
  /** In yuan; null = not known, also where a part of the energy has no price. Absent where it was not asked for. */
  readonly cost?: number | null;
  /** The maximum demands that were asked for; null = not known. */
  readonly demands?: Readonly<Partial<Record<AlarmFigure, Demand | null>>>;
  /** Shares of the quarters of an hour of which anything is known, 0 to 1. Absent where they were not asked for, or nothing is known. */
  readonly suspect?: number;
  readonly estimated?: number;
  readonly late?: number;
  /** It is not folded yet: nothing is known of it. */
  readonly open?: boolean;
}

/** The name under which the figure of a part stands among the values of a reading: parts that ask for the same share it. */
export const figureCode = ({ of, minCoverage, certainAbove }: FigureSettings, waitMs: number): string =>
  [FIGURE_CODE, of, minCoverage, waitMs, ...(certainAbove === undefined ? [] : [certainAbove])].join(' ');

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

/** The figure of a bucket as a picture shows it: of a maximum demand also one that may be higher. */
export const figureShown = (bucket: FigureBucket, figure: FigureSettings): number | null =>
  figureValue(bucket, { ...figure, certainAbove: -Infinity });

/** The figure of a bucket, in its unit; null where too little of it is known. */
export function figureValue(bucket: FigureBucket, figure: FigureSettings): number | null {
  const { of, minCoverage, certainAbove = Infinity } = figure;
  const { energy, cost, covered, suspect, estimated, late, open, peer, demands } = bucket;
  if (open || (needsCoverage(of) && covered * 100 < minCoverage)) return null;
  if (isDemand(of)) {
    const demand = demands?.[of];
    return demand && (!demand.atLeast || demand.value > certainAbove) ? demand.value : null;
  }
  if (isPeer(of)) return peer ? Math.round((peer.own / peer.middle) * 10_000) / 100 : null;
  if (needsCoverage(of)) return (of === 'dayCost' ? cost : energy) ?? null;
  if (of === 'hourCoverage' || of === 'dayCoverage') return covered * 100;
  if (of === 'hourMissing' || of === 'dayMissing') return 100 - covered * 100;
  const isLate = of === 'hourLate' || of === 'dayLate';
  const share = isLate ? late : of === 'dayEstimated' ? estimated : suspect;
  return share === undefined ? null : share * 100;
}
