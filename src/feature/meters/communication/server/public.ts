/** The door of communication: the watch for what falls silent, and how gateways and meters stand now. */
export { contactOf } from '../domain/contact.ts';
export { startClockWatch } from './clockWatch.ts';
export { startSilenceWatch } from './watch.ts';
export { gatewayRows } from './gatewayRows.ts';
export { meterRows, newestValues } from './meters.ts';
export { meterWays } from './meterWay.ts';
export { meterRates } from './rate.ts';
