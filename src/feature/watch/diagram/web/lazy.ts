import { lazy } from 'react';

export const Thumbnail = lazy(async () => ({ default: (await import('./Thumbnail.tsx')).Thumbnail }));
