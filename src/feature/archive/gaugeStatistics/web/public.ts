export { statisticsQuery } from './calls.ts';
export { GaugeTab } from './lazy.ts';
