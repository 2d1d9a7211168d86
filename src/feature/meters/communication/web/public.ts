import { lazy } from 'react';

export { CONTACT_STATUS, ContactMark } from './ContactMark.tsx';
export { useCommunicationTexts } from './useCommunicationTexts.ts';

/** How meters communicate and how much of it came, for pages about one thing. */
export const MeterPage = lazy(() => import('./MeterPage.tsx'));
export const RatePage = lazy(() => import('./RatePage.tsx'));
