import type { ColorRef, Status, TariffPeriod } from '#web/theme/palette.ts';
import type { Scale } from '#domain/figure/number.ts';
import { hourText, two } from '#domain/time/clock.ts';

/** One series over the buckets of a chart. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** `bar` and `step` show bucketed values, `line` a curve of instants. */
  readonly kind: 'bar' | 'line' | 'step';
  readonly color: ColorRef;
  /** One value per bucket in the base unit; null where there is none (a gap is drawn, never 0). */
  readonly values: readonly (number | null)[];
  /** Bars of one name are stacked in the order of the series, the first at the bottom. */
  readonly stack?: string;
  /** Buckets not finished yet: hatched bars, dotted lines. */
  readonly unfinished?: readonly number[];
  /** Buckets of a line of which the energy is known and the course is not: dotted. */
  readonly unmeasured?: readonly number[];
  /** Buckets partly entered by hand: a lighter fill with a full edge. */
  readonly manual?: readonly number[];
  readonly dashed?: boolean;
  /** The main line is 2 wide, comparisons 1.25. */
  readonly main?: boolean;
  /** A 10 % area below; one series per chart. */
  readonly area?: boolean;
}

/** The horizontal axis: bucket `i` lies between `i` and `i + 1` unless `at` places it. */
export interface ChartBuckets {
  /** Full name of each bucket, for the tooltip and the table: `2018-07-15 11:00`. */
  readonly names: readonly string[];
  /** Labels under the axis, at positions of the axis. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  /** Positions of irregular instants, ascending, within 0 and `span`. */
  readonly at?: readonly number[];
  /** Length of the axis; as many as there are names by default. */
  readonly span?: number;
}

/** A chart over time buckets, as a value: built by a pure function, tested with `toEqual`, drawn by `<Chart>`. */
export interface BucketChart {
  readonly kind: 'buckets';
  /** Accessible name and title. */
  readonly name: string;
  /** From `scaleFor(unit, all values)`; its unit stands in the panel head. */
  readonly scale: Scale;
  readonly x: ChartBuckets;
  readonly series: readonly ChartSeries[];
  /** Tariff periods behind the plot, by position. */
  readonly shading?: readonly { readonly from: number; readonly to: number; readonly period: TariffPeriod }[];
  /** A strip of the same periods with their letters under the axis. */
  readonly strip?: boolean;
  readonly limits?: readonly {
    readonly value: number;
    readonly label: string;
    /** The declared limit is a solid line, others are dashed. */
    readonly declared?: boolean;
  }[];
  /** Intervals in which something was so, by position: an alarm that stood. */
  readonly states?: readonly { readonly from: number; readonly to: number; readonly status: Status }[];
  /** Values between a limit and where an alarm clears, in the base unit. */
  readonly deadBand?: { readonly from: number; readonly to: number };
  /** What happened when, by position: a dotted line with its words. */
  readonly events?: readonly { readonly at: number; readonly label: string }[];
  /** Position of the present, a dashed line. */
  readonly now?: number;
  /** Lets the axis start elsewhere than 0: voltage, frequency, temperature only. */
  readonly freeAxis?: boolean;
  /** Wheel and drag zoom, for long curves. */
  readonly zoom?: boolean;
  /** The widest that a bar may be, in pixels; 28 by default. */
  readonly barWidth?: number;
}

/** Where energy went: nodes and flows between them (Sankey), as a value. */
export interface FlowChart {
  readonly kind: 'flow';
  readonly name: string;
  readonly scale: Scale;
  readonly nodes: readonly {
    readonly id: string;
    readonly label: string;
    readonly value: number | null;
    readonly color: ColorRef;
  }[];
  readonly flows: readonly { readonly from: string; readonly to: string; readonly value: number }[];
}

/** An axis of numbers; ticks name its places where the numbers are no amounts (a date, a time of day). */
export interface PointAxis {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly ticks?: readonly { readonly at: number; readonly text: string }[];
}

/** Points in a plane (bubbles where their values give them a size), as a value. */
export interface PointChart {
  readonly kind: 'points';
  readonly name: string;
  /** Of the values of the points. */
  readonly scale: Scale;
  readonly x: PointAxis;
  readonly y: PointAxis;
  /** The area of a point is its value; else all are alike. */
  readonly sized?: boolean;
  readonly series: readonly {
    readonly key: string;
    readonly label: string;
    readonly color: ColorRef;
    readonly points: readonly {
      readonly x: number;
      readonly y: number;
      readonly value: number | null;
      /** For tooltip and table. */
      readonly name: string;
      /** The row that a press opens. */
      readonly row?: number;
    }[];
  }[];
}

/** A cell of a heat map by its column and row. */
export interface HeatCell {
  readonly x: number;
  readonly y: number;
  /** Null = nothing is known: drawn as a gap, never as 0. */
  readonly value: number | null;
  /** What is to be said of it beside its value. */
  readonly note?: string;
  /** There is no such cell, as the hour that clocks leave out; it is no gap. */
  readonly absent?: boolean;
}

/** Values by two things, as days and times of day: a colour each, as a value. What is to come has no cell. */
export interface HeatChart {
  readonly kind: 'heat';
  readonly name: string;
  readonly scale: Scale;
  /** What a cell without a value says; default that there is no data. */
  readonly gap?: string;
  readonly columns: readonly string[];
  readonly columnTicks: readonly { readonly at: number; readonly text: string }[];
  /** From the top down. */
  readonly rows: readonly string[];
  /** The rows that are labelled. */
  readonly rowTicks: readonly number[];
  readonly cells: readonly HeatCell[];
  /** The same in few enough numbers to be read: a row for each column. */
  readonly table: {
    readonly heads: readonly string[];
    readonly rows: readonly { readonly name: string; readonly cells: readonly (string | number | null)[] }[];
  };
}

export type ChartModel = BucketChart | FlowChart | PointChart | HeatChart;

/** Labels of 24 hours: `00:00 02 04 … 24:00` when narrow, `HH:00` every second hour when wide. */
export function hourTicks(wide = false): ChartBuckets['ticks'] {
  return Array.from({ length: 13 }, (_, i) => {
    return { at: i * 2, text: wide || i === 0 || i === 12 ? hourText(i * 2) : two(i * 2) };
  });
}

/** Labels of the days of a month: the first and every fifth, in the middle of their bucket. */
export function dayTicks(days: number): ChartBuckets['ticks'] {
  return Array.from({ length: days }, (_, i) => i + 1)
    .filter((day) => day === 1 || day % 5 === 0)
    .map((day) => ({ at: day - 0.5, text: String(day) }));
}

/** The middle of each bucket on the axis. */
export function positionsOf(x: ChartBuckets): number[] {
  return x.names.map((_, i) => x.at?.[i] ?? i + 0.5);
}

/** The bucket nearest to a position of the axis. */
export function bucketAt(x: ChartBuckets, position: number): number {
  if (!x.at) return Math.max(0, Math.min(x.names.length - 1, Math.floor(position)));
  let best = 0;
  x.at.forEach((at, i) => {
    if (Math.abs(at - position) < Math.abs((x.at?.[best] ?? 0) - position)) best = i;
  });
  return best;
}
