/** The door of the lists that the whole platform shares. */
export { followAreaList } from './areaList.ts';
export { seedLists } from './seedLists.ts';
export { adminAreaSlots, dictionaryCategorySlots, dictionarySlots, industrySlots } from './slots.ts';
