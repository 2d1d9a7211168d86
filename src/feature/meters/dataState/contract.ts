import type { DayQuery, NamedMeter } from '#feature/meters/subject/contract.ts';

/** How fresh and whole the data of the node are. */
export interface State extends DayQuery {
  readonly freshness: {
    /** Last instant of any of its meters. */
    readonly dataTo: number | null;
    readonly online: number;
    /** Meters in use that were ever heard, or should have been. */
    readonly meters: number;
  };
  /** The others in it: they blank nothing and wait to be connected. */
  readonly neverHeard: readonly NamedMeter[];
  readonly coverage: readonly CoverageRow[];
  /** What is abnormal, the gravest first; the first of `noticeCount`. */
  readonly notices: readonly Notice[];
  readonly noticeCount: number;
}

/** Coverage of a part of the node over the day. */
export interface CoverageRow {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly name: string;
  readonly percent: number | null;
  /** Percent per hour of the day; null for hours to come. */
  readonly hours: readonly (number | null)[];
}

export type NoticeKind =
  | 'noData'
  | 'offline'
  | 'lowCoverage'
  | 'conflict'
  | 'suspect'
  | 'reset'
  | 'replaced'
  | 'rollover'
  | 'partsExceed'
  | 'countedTwice';

/** Something abnormal in the data, told by what the data are. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly dataAmmeterId: number | null;
  readonly name: string;
  /** The instant it is about, or null. */
  readonly at: number | null;
  /** Percent, or an energy; by kind. */
  readonly value: number | null;
}
