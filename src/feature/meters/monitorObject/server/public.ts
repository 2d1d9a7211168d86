/** The door of the monitored objects. Slots stand below the engine: nothing here writes rows by it. */
export { orgExtendSlots } from './extendOf.ts';
export { countsOfSite, titled } from './facts.ts';
export { monitorObjectSlots } from './slots.ts';
export { templateSlots } from './templateSlots.ts';
