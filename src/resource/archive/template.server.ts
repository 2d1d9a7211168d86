export { templateSlots } from '#feature/meters/monitorObject/server/public.ts';
