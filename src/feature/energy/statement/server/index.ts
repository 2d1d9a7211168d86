export { statement as routes } from './statement.ts';
