/** The door of the work orders on the server: an alarm opens one, or is noted in one. */
export { noteInOrder, openWorkOrder } from './open.ts';
