export { monitorObjectSlots } from '#feature/monitorObject/server/public.ts';
