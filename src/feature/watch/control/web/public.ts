/** The door of control on the web. */
export { ControlBeside, ControlView, PasswordLine, SecretDialog } from './lazy.ts';
