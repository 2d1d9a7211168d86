import type { Text } from '#contract/text.ts';

/** The longest range of days that is asked of a history. */
export const MOST_DAYS = 92;

/** Which points a list shows: all, those in another state than their normal one, those whose state is not known. */
export const SHOWN = ['all', 'abnormal', 'unknown'] as const;
export type Shown = (typeof SHOWN)[number];

/** A state of a point with its words. */
export interface StateWord extends Text {
  readonly value: number;
}

/** A signal point with the newest that is known of it. */
export interface PointWire {
  readonly signalPointId: number;
  readonly pointName: string;
  readonly pointCode: string;
  /** Kind as in the resource: 1 breaker, 2 relay, 3 door, 4 mode. */
  readonly kind: string;
  readonly siteName: string;
  readonly objectId: number | null;
  readonly objectName: string | null;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly timeZone: string;
  readonly states: readonly StateWord[];
  /** Null = every state is normal. */
  readonly normalState: number | null;
  /** s; null = sent on change only. */
  readonly expectedSeconds: number | null;
  readonly inUse: boolean;
  /** What was last told; null = not known, or never heard. */
  readonly value: number | null;
  /** 0 heard, 1 the device does not know, 2 contradicting; null = never heard. */
  readonly quality: 0 | 1 | 2 | null;
  /** ms: since when it is so, and when it was last heard; null = never. */
  readonly since: number | null;
  readonly heardAt: number | null;
}

/** An interval of time in one state. */
export interface IntervalWire {
  /** ms */
  readonly from: number;
  readonly to: number;
  /** Null = unknown. */
  readonly value: number | null;
}

/** A day of a point, or the part of it that is over. */
export interface DayWire {
  /** YYYY-MM-DD in the zone of the site. */
  readonly date: string;
  /** ms */
  readonly from: number;
  readonly to: number;
  /** s in each state; with the unknown time they are the length of the day. */
  readonly states: readonly { readonly value: number; readonly seconds: number }[];
  readonly unknownSeconds: number;
  /** Changes from one known position to another. */
  readonly operations: number;
}
