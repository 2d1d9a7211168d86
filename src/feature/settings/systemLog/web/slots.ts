export { accessSlots, changeSlots } from './cells.tsx';
