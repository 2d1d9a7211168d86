/** The door of the analyses: how another feature asks and answers like one of them. */
export type { AskedAnalysis } from './ask.ts';
export { LAST_YEAR, stretchBefore } from './before.ts';
export { type AnalysisSource, defineAnalysis } from './defineAnalysis.ts';
export { classChart } from './class.ts';
export { energy } from './energy.ts';
export { part } from './part.ts';
export { isNumber, scalesOf, valuesOf } from '../domain/scales.ts';
export { sheetOf } from './sheetOf.ts';
export { standardOf } from './standard/standard.ts';
export { statementSource } from './statement.ts';
export { timeShare } from './timeShare.ts';
export { bucketLabel, changeCells, equalStretches, flagsOf, numberOf } from './series.ts';
export { WORTH_COLUMNS } from './worth.ts';
