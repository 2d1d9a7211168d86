/** The door of the monitored objects. */
export { countsOfSite, titled } from './baseInfo.ts';
export { checkExtendRow } from './extend.ts';
export { monitorObjectSlots } from './slots.ts';
export { templateSlots } from './template.ts';
