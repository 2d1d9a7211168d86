/** The door of the statistics of meters. */
export { gaugeStatistics } from './statistics.ts';
