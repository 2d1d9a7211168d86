/** The door of the work orders on the server: an alarm opens one. */
export { openWorkOrder } from './open.ts';
