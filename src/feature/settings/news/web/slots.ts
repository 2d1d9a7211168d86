export { slots as newsSlots } from './newsSlots.tsx';
