export { timezoneSlots } from '#feature/money/calendar/server/public.ts';
