export { slots } from '#feature/meters/monitorObject/web/templateSlots.tsx';
