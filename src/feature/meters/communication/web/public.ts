export { CONTACT_STATUS, ContactMark } from './ContactMark.tsx';
export { useCommunicationTexts } from './useCommunicationTexts.ts';
export { MeterPage, RatePage } from './lazy.ts';
