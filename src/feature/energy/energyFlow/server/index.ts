export { flow as routes } from './flow.ts';
