export { slots as siteSlots } from './siteSlots.tsx';
export { slots as templateSlots } from './templateSlots.tsx';
