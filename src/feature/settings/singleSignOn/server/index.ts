import { signInRoutes } from './signIn.ts';
import { stateRoutes } from './state.ts';

export const routes = [...signInRoutes, ...stateRoutes];
