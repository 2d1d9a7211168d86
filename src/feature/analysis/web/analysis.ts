import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { Text } from '#contract/text.ts';
import type { AnalysisAnswer, AnalysisColumn, Interval } from '../contract.ts';

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
}

/** The screen of an analysis; its calls are `analysis/<name>/getData` and `…/export`. */
export interface Analysis {
  readonly name: string;
  readonly title: Text;
  /** Intervals offered, the one shown at first in front. */
  readonly intervals: readonly [Interval, ...Interval[]];
  readonly choice?: AnalysisChoice;
  /** The charts over the table; the rows of the answer are their buckets. Pure. */
  readonly charts: (answer: AnalysisAnswer, words: ChartWords) => readonly BucketChart[];
}

/** The values of a column over all rows. */
export const valuesOf = (answer: AnalysisAnswer, column: AnalysisColumn): (number | null)[] =>
  answer.rows.map(({ cells }) => {
    const value = cells[column.key];
    return typeof value === 'number' ? value : null;
  });

export function columnOf(answer: AnalysisAnswer, key: string): AnalysisColumn {
  const column = answer.columns.find((one) => one.key === key);
  if (!column) throw new Error(`the answer has no column ${key}`);
  return column;
}
