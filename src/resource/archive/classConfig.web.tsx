export { shiftSlots as slots } from '#feature/settings/siteArchive/web/slots.ts';
