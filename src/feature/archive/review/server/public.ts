/** The door of reviews: what their resources do beyond their definitions. */
export { itemSlots, planSlots } from './slots.ts';
