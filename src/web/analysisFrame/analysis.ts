import type { ComponentType } from 'react';
import type { Params } from '#web/api.ts';
import type { SayChart } from '#web/chart/flowChart.ts';
import type { ChartModel } from '#web/chart/ChartModel.ts';
import type { Text } from '#contract/text.ts';
import type { AnalysisColumn, AnalysisRow, Opens, RowObject } from '#contract/analysis.ts';
import type { Interval } from '#contract/interval.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

/** A choice that an analysis offers beside the common ones; its key is the parameter and the part of the address. */
export interface AnalysisChoice {
  readonly key: string;
  readonly label: Text;
  readonly options: readonly { readonly value: string; readonly text: Text }[];
}

/** What a chart is told beside the answer. */
export interface ChartWords {
  /** A text pair in the language shown. */
  readonly say: (text: Text) => string;
  /** The phrases of charts. */
  readonly chart: SayChart;
}

/** A range of dates, both included. */
export interface DateRange {
  readonly begin: string;
  readonly end: string;
}

/** What an analysis keeps in the address beside the common filters. */
interface Own {
  /** The value of its choice. */
  readonly by: string | null;
  readonly items: readonly string[];
  /** The data code that its own filter holds. */
  readonly code: string | null;
}

/** A filter of one analysis alone. */
export interface FieldProps extends Own {
  readonly consumerId: number;
  /** The energy that was answered. */
  readonly dataType: string | null;
  /** The object asked about, `o1001` or `m12`. */
  readonly subject: string;
  readonly range: DateRange;
  readonly today: string;
  readonly onChange: (items: readonly string[]) => void;
  readonly onCode: (code: string | undefined) => void;
}

/** What the parts of one analysis alone are given. */
export interface PartProps {
  readonly answer: AnalysisAnswer;
  /** The question as it was asked. */
  readonly params: Params;
  /** Opens where a figure comes from. */
  readonly onOpen: (opens: Opens) => void;
  /** Asks the same about another object. */
  readonly onObject: (object: RowObject) => void;
}

/** The screen of an analysis; its calls are `analysis/<name>/getData` and `…/export`. */
export interface Analysis {
  readonly name: string;
  readonly title: Text;
  /** Intervals offered, the one shown at first in front. */
  readonly intervals: readonly [Interval, ...Interval[]];
  /** It is about all energies together: none is chosen. */
  readonly allEnergies?: true;
  /** Days shown at first, where the interval's own range is too long. */
  readonly days?: number;
  /** At first from the start of the month to today. */
  readonly month?: true;
  /** What is said where the answer has no rows. */
  readonly empty?: {
    readonly why: Text;
    readonly next: Text;
    /** Where what is missing is added. */
    readonly link?: { readonly to: string; readonly text: Text };
  };
  /** It is about electricity alone: no energy is chosen. */
  readonly electricity?: true;
  readonly choice?: AnalysisChoice;
  /** Its own filter, and the parameters that follow from it. */
  readonly Field?: ComponentType<FieldProps>;
  readonly more?: (own: Own, range: DateRange, subject: string) => Params;
  /** Its own picture before the charts. */
  readonly Before?: ComponentType<PartProps>;
  /** Its own lists between charts and table. */
  readonly Panels?: ComponentType<PartProps>;
  /** Its own buttons beside the export. */
  readonly Actions?: ComponentType<PartProps>;
  /** Rows that a switch over the table leaves alone, all on one page. */
  readonly only?: { readonly label: Text; readonly keeps: (row: AnalysisRow) => boolean };
  /** The charts over the table; the rows of the answer are their buckets. Pure. */
  readonly charts: (answer: AnalysisAnswer, words: ChartWords) => readonly ChartModel[];
  /** Height of its charts in pixels. */
  readonly height?: number;
}

export function columnOf(answer: AnalysisAnswer, key: string): AnalysisColumn {
  const column = answer.columns.find((one) => one.key === key);
  if (!column) throw new Error(`the answer has no column ${key}`);
  return column;
}
