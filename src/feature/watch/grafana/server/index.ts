import { hookTokenRoutes } from './hookToken.ts';
import { tokenRoutes } from './token.ts';

export const routes = [...tokenRoutes, ...hookTokenRoutes];
