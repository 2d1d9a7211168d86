/** The door of cameras on the web: the dialogs of their list. */
export { SecretDialog } from './SecretDialog.tsx';
export { TryDialog } from './TryDialog.tsx';
