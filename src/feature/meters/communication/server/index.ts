import type { Route } from '#server/route.ts';
import { get, getConnectInfo, getlist } from './gatewayRoutes.ts';
import { countReadings, discardReadings, getHeld } from './held.ts';
import { mapKeys } from './mapKeys.ts';
import { exportMessages, getMessage, getMessages } from './messages.ts';
import { getMeters } from './meters.ts';
import { exportGaps, exportRates, getGaps, getRates } from './rateRoutes.ts';
import { getRejections, getUnmapped } from './unmapped.ts';

/** The calls of the communication screens. */
export const routes: readonly Route[] = [
  getlist,
  get,
  getConnectInfo,
  getRejections,
  getUnmapped,
  mapKeys,
  getMeters,
  getRates,
  getGaps,
  exportRates,
  exportGaps,
  getMessages,
  getMessage,
  exportMessages,
  getHeld,
  countReadings,
  discardReadings,
];
