/**
 * The door of the readings: storing values, folding them, and answers from them. Functions that store or fold take
 * the database opened for the system; answers take the scoped executor of a request and find meters through it.
 */
export { CodeSet } from '#domain/reading/codeSet.ts';
export { type Stored, storeReadings } from './storeReadings.ts';
export { forgetLate, lateOver } from './lateArrival.ts';
export { storeIntervals } from './storeIntervals.ts';
export { activateSource, createSource, undoSource } from './source.ts';
export { ensurePartitions, forgetPartitions, monthsOf } from './partition.ts';
export { inTransaction, sqlState } from '#server/database/transaction.ts';
export { foldBacklog } from './backlog.ts';
export { foldDirty, markDirty, markSpans, rebuild, settle } from './foldDirty.ts';
export { sharedFigure, figureMemory, type SharedFigure, shareFigures } from './sharedFigure.ts';
export { startPacking, startSealing } from '#series/public.ts';
export { startFoldLoop } from './foldLoop.ts';
export { onFolded } from './foldNotice.ts';
export { closedAt, closedPeriod, closedRows, refuseClosed } from './closed.ts';
export { type Stays, takeAway } from './takeAway.ts';
export { STAND_NEAR_MS } from './stands.ts';
export { bringBack, type Line } from './bringBack.ts';
export { loadReach } from './loadReach.ts';
export type { Extent } from './loadInput.ts';
export { extentOf, extentsOf, holdExtents, markIntervals, type MeterExtent } from './extent.ts';
export { type CountingColumns, countingOfColumns, countsFrom } from './counting.ts';
export { markAll, restartAll } from './restart.ts';
export { foldSums } from './keptSum/foldSums.ts';
export { followStructures, startKeepingSums } from './keptSum/keepSums.ts';
export { clearSums, markWhole, type WantedSum } from './keptSum/setSums.ts';
export {
  calendarOf,
  calendarRows,
  type CalendarRow,
  type CalendarRows,
  type HolidayRow,
  ownDays,
} from './calendar/calendarRows.ts';
export { chineseDays, type NationalDays, nationalDays } from './calendar/nationalDays.ts';
export { checkDeepValley, hasDeepValley } from './price/deepValley.ts';
export { priceRows } from './price/keptPricing.ts';
export { loadVoids } from './loadVoids.ts';
export { meterFacts, type MeterRow } from './meterFacts.ts';
export { type Queryable, queryableOf } from './queryable.ts';

export {
  freshnessOf,
  isPending,
  knownUntilOfEach,
  lastKnownOf,
  lastKnownOfEach,
} from './answer/freshness.ts';
export { coursesOf, type MeterCourse } from './answer/coursesOf.ts';
export { trillionthsText } from './answer/costOf.ts';
export {
  maximaOver,
  type MaximumDemand,
  type MeasuredMaximum,
  type IntervalMaximum,
} from './answer/maximaOver.ts';
export { type OpenMeter, openOver } from './answer/openOver.ts';
export { type ReactiveGap, reactiveGaps } from './answer/reactiveGaps.ts';
export { demandKnown, demandOver, slidQuarters } from './answer/demandOver.ts';
export { type Demand, type Demands, demandsOver, timesAbove } from './answer/demandsOver.ts';
export { type Extremes, extremesOver } from './answer/extremesOver.ts';
export { type GaugeSample, gaugesOf } from './answer/gaugesOf.ts';
export { type CalmWindow, crossedOver } from './answer/crossedOver.ts';
export { gaugesOver } from './answer/gaugesOver.ts';
export { gaugeBuckets } from './answer/gaugeBuckets.ts';
export { newestOf } from './answer/newestOf.ts';
export { meanLately, toldLately } from './answer/toldLately.ts';
export { visibleMeterSet } from './answer/meterSets.ts';
export { countingSources } from './answer/sources.ts';
/** The channel on which it is told that readings were stored. */
export { CHANNEL as READINGS_CHANNEL } from './dirty.ts';
export { ownPeriods } from './answer/periodsOf.ts';
export { measuredQuarters } from './answer/measuredQuarters.ts';
export { type QuarterEnergy, quarterEnergies } from './answer/quarterEnergies.ts';
export { type MeterPieces, piecesOver } from './answer/piecesOver.ts';
export { powerCurves } from './answer/powerCurves.ts';
export { provenanceOf } from './answer/provenanceOf.ts';
export { hourlyOver } from './answer/hourlyOver.ts';
export { rawReadings, readingsOf } from './answer/readingsOf.ts';
export { type MeterBucket, usageOf } from './answer/usageOf.ts';
export {
  costsOver,
  energiesOver,
  NO_SUM,
  type IntervalSum,
  unpricedOver,
  usageOver,
  usageOverEach,
  usageOverGroups,
} from './answer/usageOver.ts';
export { type SignedMeter, type SumBucket, type SumOptions, usageSum, usageSums } from './answer/usageSum.ts';
export { visibleMeter, visibleMeters, type VisibleMeter } from './answer/visible.ts';
