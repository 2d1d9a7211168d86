/** The door of control on the web. */
export { ControlBeside, ControlView, PasswordLine } from './lazy.ts';
