/** The door of control on the web. */
export { ControlView, PasswordLine } from './lazy.ts';
