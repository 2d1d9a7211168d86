/** The door of charges: what days cost. */
export { CHARGE } from './chart.ts';
export { dayCostsOf, statisticsOf } from './statistics.ts';
