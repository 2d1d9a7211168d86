import { lazy } from 'react';

/** The open alarms of an enterprise in a few lines, for pages of others. */
export const OpenPanel = lazy(async () => ({ default: (await import('./OpenPanel.tsx')).OpenPanel }));
