export { siteSlots as slots } from '#feature/meters/monitorObject/web/slots.ts';
