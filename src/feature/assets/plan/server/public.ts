/** Plans of storage stations: who sends them, and who lets their days begin and end. */
export { startIssuing } from './issuing.ts';
export { startDayTurn } from './dayTurn.ts';
