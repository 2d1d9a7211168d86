import { lazy } from 'react';

/** The curve and fees of a session, fetched when it is opened. */
export const CurveDialog = lazy(async () => ({
  default: (await import('./CurveDialog.tsx')).CurveDialog,
}));
