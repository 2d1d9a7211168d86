import { lazy } from 'react';

export const Thumbnail = lazy(async () => ({ default: (await import('./Thumbnail.tsx')).Thumbnail }));
export const AnsweredPicture = lazy(async () => ({
  default: (await import('./AnsweredPicture.tsx')).AnsweredPicture,
}));
