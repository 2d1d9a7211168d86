import { lazy } from 'react';

export const CamerasOf = lazy(async () => ({ default: (await import('./CameraScreen.tsx')).CamerasOf }));
export const CamerasBeside = lazy(async () => ({
  default: (await import('./CameraScreen.tsx')).CamerasBeside,
}));
export const SecretDialog = lazy(async () => ({
  default: (await import('./SecretDialog.tsx')).SecretDialog,
}));
export const TryDialog = lazy(async () => ({ default: (await import('./TryDialog.tsx')).TryDialog }));
