import type { Route } from '#server/route.ts';
import { armingRoutes } from './arming.ts';
import { commandRoutes } from './commandRoutes.ts';
import { historyRoutes } from './historyRoutes.ts';
import { pointRoutes } from './pointRoutes.ts';
import { relayRoutes } from './relayRoutes.ts';
import { setSecret } from './secretRoute.ts';
import { tagRoutes } from './tagRoutes.ts';

export const routes: readonly Route[] = [
  ...pointRoutes,
  ...commandRoutes,
  ...historyRoutes,
  ...tagRoutes,
  ...relayRoutes,
  ...armingRoutes,
  setSecret,
];
