/** The door of the calendars: the tariff periods of objects, and what their resources need beyond their definition. */
export { followNationalList } from './nationalList.ts';
export { tariffSites } from './effect.ts';
export { holidaySlots, timezoneSlots } from './slots.ts';
