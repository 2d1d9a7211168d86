export { iconSlots as slots } from '#feature/settings/siteArchive/web/slots.ts';
