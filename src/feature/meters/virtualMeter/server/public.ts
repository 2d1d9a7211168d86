/** The door of virtual meters. */
export { loopCheck } from './refuseLoop.ts';
