/** The door of cameras on the web: the dialogs of their list, and the cameras of a place. */
export { CamerasOf } from './CameraScreen.tsx';
export { SecretDialog } from './SecretDialog.tsx';
export { TryDialog } from './TryDialog.tsx';
