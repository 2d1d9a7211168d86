/** The door of communication: the watch for gateways and meters that fall silent. */
export { startClockWatch } from './clockWatch.ts';
export { startSilenceWatch, watchSilence } from './watch.ts';
