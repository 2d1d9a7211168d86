export { slots } from '#feature/monitorObject/web/templateSlots.tsx';
