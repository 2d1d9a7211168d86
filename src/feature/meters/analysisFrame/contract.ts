import type { AnalysisFigure, AnalysisTable } from '#contract/analysis.ts';
import type { Interval } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import type { EnergyTree, Subject } from '#feature/meters/subject/contract.ts';

/** What an analysis finds out: chart, table and export show the same rows. */
export interface Finding extends AnalysisTable {
  readonly figures: readonly AnalysisFigure[];
  /** Where the energy went, for the flow chart. */
  readonly tree?: EnergyTree;
  /** Sentences below the table: who made it, what it counts. */
  readonly notes?: readonly Text[];
}

/** The query as it was understood: who, which energy, from which to which date (both included). */
export interface AnalysisQuery {
  readonly subject: Subject;
  readonly interval: Interval;
  readonly begin: string;
  readonly end: string;
  /** The same as instants, ms since 1970; `to` is the first instant after it. */
  readonly from: number;
  readonly to: number;
  /** The end of the last quarter of an hour with data. */
  readonly until: number;
  /** The server's clock, ms. */
  readonly now: number;
}

export interface AnalysisAnswer extends AnalysisQuery, Finding {}
