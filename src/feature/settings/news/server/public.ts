/** The door of the news. */
export { newsSlots } from './slots.ts';
