export { templateSlots } from '#feature/monitorObject/server/public.ts';
