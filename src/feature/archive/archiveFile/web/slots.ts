export { fileCells } from './fileCells.tsx';
export { fileSlots } from './fileSlots.tsx';
