export { slots as deviceSlots } from './deviceSlots.tsx';
export { fileSlots } from './FileForm.tsx';
export { slots as iconSlots } from './IconDialog.tsx';
export { slots as shiftSlots } from './ShiftInput.tsx';
export { slots as timesSlots } from './TimesInput.tsx';
