export { slots } from '#feature/siteArchive/web/deviceSlots.tsx';
