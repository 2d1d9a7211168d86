export { routes } from './route.ts';
