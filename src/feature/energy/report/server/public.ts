/** The door of the reports: the watch of the worker that makes them in time. */
export { startReportWatch } from './schedule.ts';
