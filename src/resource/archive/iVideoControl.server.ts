export { iVideoControlSlots } from '#feature/watch/camera/server/public.ts';
