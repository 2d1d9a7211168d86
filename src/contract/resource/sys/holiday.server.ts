export { holidaySlots } from '#feature/calendar/server/public.ts';
