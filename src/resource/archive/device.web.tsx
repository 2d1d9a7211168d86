export { slots } from '#feature/settings/siteArchive/web/deviceSlots.tsx';
