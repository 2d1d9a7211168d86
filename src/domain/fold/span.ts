import type { Segment } from '../ledger/segment.ts';
import type { Point } from './point.ts';
import type { Range } from './reach.ts';

/** Energy of an interval, and where it came from. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Millionths of the unit; null where nobody knows: the register was reset, or the value is absurd. */
  readonly energy: bigint | null;
  readonly rank: number;
  readonly source: number;
  readonly flags: number;
  readonly origin: RegisterOrigin | IntervalOrigin;
}

/** Two registers of one device and the difference between them. */
interface RegisterOrigin {
  readonly kind: 'register';
  readonly segment: Segment;
  readonly before: Stand;
  readonly after: Stand;
  /** Stands between them that left the course of the register and do not count. */
  readonly without?: readonly Stand[];
}

/** A register standing at an instant. `point` is null where the ledger states it. */
export interface Stand {
  readonly at: number;
  readonly register: bigint;
  readonly point: Point | null;
  readonly flags: number;
}

/** Energy of a stated span, as received. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** Decimal text. */
  readonly value: string;
  readonly source: number;
  readonly rank: number;
  /** Other values that the same source stated for the span before, the last one first. */
  readonly earlier?: readonly string[];
}

interface IntervalOrigin {
  readonly kind: 'interval';
  readonly interval: Interval;
  /** The segment whose factor was applied, or null where the value is primary energy as stated. */
  readonly segment: Segment | null;
}

/** What the arithmetic knows of a meter. */
export interface MeterFacts {
  readonly life: readonly Segment[];
  /** kW as a decimal text, or null. */
  readonly ratedPower: string | null;
  /** Expected step of its readings, ms. */
  readonly stepMs: number;
  /** How energy of a gap is spread: by time (default), or as in the same interval a week before. */
  readonly gapShape?: 'time' | 'week';
  /** By how much the window of its demand moves, ms; a quarter of an hour (default) = block demand only. */
  readonly slipMs?: number;
  /** The two ends between which every reading is at hand; stands of the ledger outside are another fold's. */
  readonly from: number;
  readonly to: number;
  /** The registers of which nothing came behind what is at hand, by code. Default: all where `to` is infinite, else none. */
  readonly ended?: ReadonlySet<string>;
  /** First and last instant of all that ever came: outside of it records alone say nothing. Default everywhere. */
  readonly heard?: Range;
}
