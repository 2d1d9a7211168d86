/**
 * The door to the time series: who asks for readings asks here, with a set of meters that the archive made, and gets columns.
 * No statement elsewhere names their table (decision 217).
 */
export type { MeterSet } from './meterSet.ts';
export type { MeterWindow, Said } from './reading/window.ts';
export { readings, type ReadingColumns } from './reading/readings.ts';
export { edges } from './reading/edges.ts';
export { type CalmWindow, crossed } from './reading/crossed.ts';
export { counts } from './reading/count.ts';
export { anyBetween, putNew, putStaged } from './reading/put.ts';
export { type Met, meetExisting, NONE_MET } from './reading/meetExisting.ts';
export { replaceValues } from './reading/replaceValues.ts';
export { COUNTS } from './reading/foldStatement.ts';
export {
  firstFoldReading,
  type FoldCell,
  lastFoldReading,
  loadFoldNeighbours,
  loadFoldReadings,
} from './reading/toFold.ts';
export { startPacking } from './reading/packMonths.ts';
export { BrokenMonth } from './sealed/load.ts';
export { meetSealed } from './sealed/late.ts';
export { FOLD_LOCK, keepSealed } from './sealed/lock.ts';
export { openMonth, sealedMeters, sealMonth } from './sealed/sealMonth.ts';
export { sealQuiet, startSealing } from './sealed/sealing.ts';
export { checkBlocks } from './sealed/check.ts';
export { anySealed, deviceEdge, sealedInstants, sealedValues } from './sealed/beside.ts';
export { monthsOnDisk } from './sealed/months.ts';
export { type Closed, closedOf, setClosed } from './gone/closed.ts';
export { type MeterMonth, monthsBefore, readMonth, tidyMonths } from './gone/monthsBefore.ts';
export { dense, factsOf, type MonthFacts, type MonthRows, OddReading } from './gone/monthRows.ts';
export { type FiledMonth, holdMeter, type Kept, lookAt, takeOut } from './gone/takeMonths.ts';
export type { NearWish } from './gone/nearest.ts';
export { putMonth } from './gone/putMonth.ts';
export { BrokenFigures, FAR, openFigureMonth, openFigures } from './usage/openFigures.ts';
export { sealFigures } from './usage/sealFigures.ts';
export { sealQuietFigures } from './usage/sealQuietFigures.ts';
export { checkFigures } from './usage/checkFigures.ts';
