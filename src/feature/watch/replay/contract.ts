import type { AlarmFigure } from '#contract/alarmFigure.ts';
import type { Page } from '#contract/envelope.ts';

/** Most meters and days of a replay. */
export const MOST_METERS = 200;
export const MOST_DAYS = 90;
/** Episodes of a meter that an answer tells one by one; more are told together, in as many equal parts of the time. */
export const MOST_EPISODES = 200;
/** A rule that would ring more often is switched on only when that was confirmed (watch.md section 3). */
export const ASKED_FROM_PER_DAY = 10;

/** What a rule asks for: limit and dead band in the unit of the value, delays in seconds. */
export interface RuleWire {
  /** `above`, `below`, `limitSet`, `expression`, `compose`, `figure`, `signal` or `operations`. */
  readonly method: string;
  /** The figure of an hour or a day that is judged; null where values are. */
  readonly figure: AlarmFigure | null;
  /** Of a condition over several values the first, whose curve is drawn. */
  readonly code: string;
  readonly expression: string | null;
  readonly limit: number | null;
  readonly deadBand: number;
  readonly onDelay: number;
  readonly offDelay: number;
  /** 1 urgent, 2 important, 3 general, 4 notice. */
  readonly level: string;
}

/** What a rule would have done over all meters. */
export interface FiguresWire {
  readonly raises: number;
  readonly raisesPerDay: number;
  /** Raises of which three or more lie within a minute on one meter. */
  readonly chattering: number;
  /** Episodes of the draft that last as long as is asked for, and how many of them it keeps. */
  readonly kept: number;
  readonly of: number;
  readonly letters: number;
  readonly floodMinutes: number;
  /** The hour (ms, its start) with most raises; null where nothing was raised. */
  readonly worstHour: { readonly at: number; readonly raises: number } | null;
}

/** A dead band and a delay that were tried on the draft. */
export interface TrialWire {
  /** Percent of the limit, and the same in the unit of the value; null where each meter has a limit of its own. */
  readonly deadBandPercent: number;
  readonly deadBand: number | null;
  /** On and off delay, s. */
  readonly delay: number;
  readonly raises: number;
  readonly chattering: number;
  readonly kept: number;
  readonly of: number;
  /** s by which what is kept would be raised later, at most. */
  readonly later: number;
}

/** What a linkage would have sent to one recipient. */
export interface LettersWire {
  readonly linkageName: string;
  readonly recipient: string;
  /** Kind of linkage: 1 short message, 2 mail, 3 camera, 4 control, 5 work order, 6 web hook. */
  readonly linkageType: string;
  readonly letters: number;
  /** Not sent, as the alarm was cleared within the delay. */
  readonly skipped: number;
  /** Of the letters, those between 22 and 6 o'clock. */
  readonly night: number;
}

/** From raise to clear, ms; null = it still stands at the end. Of several: from the first raise to the last clear. */
export interface EpisodeWire {
  readonly raises: number;
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly peak: number | null;
}

/** What a rule would have done on one meter or signal point. */
export interface LaneWire {
  readonly raises: number;
  readonly chattering: number;
  /** In the order of time. */
  readonly episodes: readonly EpisodeWire[];
}

export interface ReplayMeter {
  /** Of a rule on signal points the id of the point, and its name. */
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly siteName: string | null;
  /** Values that were judged, and the share (0 to 1) of the time for which they stand. */
  readonly values: number;
  readonly coverage: number;
  readonly draft: LaneWire;
  readonly inForce: LaneWire | null;
  readonly proposed: LaneWire | null;
}

/** What is kept of a replay; the meters are answered in pages, those with most raises first. */
export interface ReplayResult {
  readonly alarmName: string | null;
  /** Number of the version in force; null where the rule has none. */
  readonly version: number | null;
  readonly unit: string;
  readonly timeZone: string;
  /** ms */
  readonly from: number;
  readonly to: number;
  readonly matterMinutes: number;
  /** Meters that were asked for; empty = those of the rule. */
  readonly ammeterIds: readonly number[];
  readonly draft: RuleWire;
  readonly inForce: RuleWire | null;
  readonly figures: {
    readonly draft: FiguresWire;
    readonly inForce: FiguresWire | null;
    readonly proposed: FiguresWire | null;
  };
  /** The best first. */
  readonly trials: readonly TrialWire[];
  readonly letters: readonly LettersWire[];
  /** Raises of the draft in each five minutes of its worst hour. */
  readonly worstHour: readonly number[];
  readonly meters: readonly ReplayMeter[];
}

/** A replay as it is answered. */
export interface ReplayAnswer extends Omit<ReplayResult, 'meters'> {
  readonly taskId: number;
  readonly alarmId: number | null;
  /** ms: when it ended, by our clock. */
  readonly endedAt: number;
  readonly meters: Page<ReplayMeter>;
}

/** The lowest, highest and mean value of a part of the time; null where nothing was told. */
export interface CurvePart {
  /** ms, its start. */
  readonly at: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly mean: number | null;
}
