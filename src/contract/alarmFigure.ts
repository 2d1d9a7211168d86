/** What of an hour or a day a rule of alarms judges; the last two are percent of what others of its kind do for their rating. */
export type FigureName = 'hourEnergy' | 'dayEnergy' | 'hourCoverage' | 'dayCoverage' | 'hourPeer' | 'dayPeer';
