/** The door of control on the web. */
export { ControlView, PasswordLine, SecretDialog } from './lazy.ts';
