/** The door of control on the web. */
export { ControlView } from './lazy.ts';
