import { hookTokenRoutes } from './hookToken.ts';
import { readTokenRoutes } from './readToken.ts';
import { tokenRoutes } from './token.ts';

export const routes = [...tokenRoutes, ...hookTokenRoutes, ...readTokenRoutes];
