export { timezoneSlots } from '#feature/calendar/server/public.ts';
