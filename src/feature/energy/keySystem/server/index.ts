export { important as routes } from './calls.ts';
