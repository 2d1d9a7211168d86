export { holidaySlots } from '#feature/money/calendar/server/public.ts';
