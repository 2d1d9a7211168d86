/** The door of the analyses: those that a report contains, and the standard that an object is held against. */
export { classChart } from './class.ts';
export { energy } from './energy.ts';
export { part } from './part.ts';
export { standardOf } from './standard/standard.ts';
export { statementSource } from './statement.ts';
export { timeShare } from './timeShare.ts';
