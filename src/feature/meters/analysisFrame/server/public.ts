/** The frame in which every analysis asks and answers: its query, its calls, its rows and its sheet. */
export {
  analysisContextOf,
  type AnalysisContext,
  type AnalysisParams,
  analysisParams,
  rangeIn,
} from './context.ts';
export { LAST_YEAR, previousPeriod } from './before.ts';
export { type AnalysisSource, defineAnalysis } from './defineAnalysis.ts';
export { lackingText } from './lacking.ts';
export { sheetOf } from './sheetOf.ts';
export {
  between,
  bucketLabel,
  bucketsBeside,
  changeCells,
  equalPeriods,
  flagsOf,
  numberOf,
  rowOf,
  sideOfBucket,
  within,
} from './series.ts';
