export { slots } from '#feature/monitorObject/web/siteSlots.tsx';
