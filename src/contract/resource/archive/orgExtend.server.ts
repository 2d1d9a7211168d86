export { orgExtendSlots } from '#feature/monitorObject/server/public.ts';
