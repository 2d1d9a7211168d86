export { monitorObjectSlots } from '#feature/meters/monitorObject/server/public.ts';
