export { tokenRoutes as routes } from './token.ts';
