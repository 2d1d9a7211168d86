export { PublicHolidays } from './PublicHolidays.tsx';
