/** The door of the state of data: how fresh and whole those of a node are, and what is abnormal about them. */
export { abnormalOf, stateOf } from './state.ts';
