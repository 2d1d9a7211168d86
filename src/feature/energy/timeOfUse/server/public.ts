/** The door of time of use: it is part of a report. */
export { timeShare } from './timeShare.ts';
