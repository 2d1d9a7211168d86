export { orgExtendSlots } from '#feature/meters/monitorObject/server/public.ts';
