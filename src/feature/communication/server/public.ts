/** The door of communication: the watch for gateways and meters that fall silent. */
export { startSilenceWatch, watchSilence } from './watch.ts';
