export { slots } from '#feature/meters/monitorObject/web/siteSlots.tsx';
