/** The door of cameras on the web: the dialogs of their list, and the cameras of a place. */
export { CamerasBeside, CamerasOf, SecretDialog, TryDialog } from './lazy.ts';
