export { dueQuery } from './calls.ts';
export { Remaining } from './Remaining.tsx';
