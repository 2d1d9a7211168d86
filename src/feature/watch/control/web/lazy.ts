import { lazy } from 'react';

export const ControlView = lazy(async () => ({ default: (await import('./ControlView.tsx')).ControlView }));
export const ControlBeside = lazy(async () => ({
  default: (await import('./ControlView.tsx')).ControlBeside,
}));
export const PasswordLine = lazy(async () => ({
  default: (await import('./PasswordLine.tsx')).PasswordLine,
}));
export const SecretDialog = lazy(async () => ({
  default: (await import('./SecretDialog.tsx')).SecretDialog,
}));
