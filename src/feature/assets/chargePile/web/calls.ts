import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import type {
  ChargeAnalysisWire,
  ChargeShare,
  PileCommandWire,
  PileEventWire,
  PileWire,
  SessionCurve,
} from '../contract.ts';
import type { PileSettings } from '../contract/setting.ts';

const PILE = 'archive/chargePile';
const LIVE_MS = 5000;

/** Everything that the screens of chargers ask, to be asked anew after something was done. */
export const CHARGE_KEY = [PILE];

const asked = <T>(path: string, params: Params, refetchInterval?: number) =>
  queryOptions({
    queryKey: [PILE, path, params],
    queryFn: ({ signal }) => get<T>(path, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  });

export const liveQuery = (consumerId: number) =>
  asked<PileWire[]>(`${PILE}/getLive`, { consumerId }, LIVE_MS);
export const sharesQuery = (consumerId: number) =>
  asked<readonly ChargeShare[]>(`${PILE}/getShares`, { consumerId }, LIVE_MS);
export const eventsQuery = (pileId: number, current: number, pageSize: number) =>
  asked<Page<PileEventWire>>(`${PILE}/getEvents`, { pileId, current, pageSize }, LIVE_MS);
export const pileCommandsQuery = (pileId: number) =>
  asked<PileCommandWire[]>(`${PILE}/getCommands`, { pileId }, LIVE_MS);
export const settingsQuery = (pileId: number) => asked<PileSettings>(`${PILE}/getSettings`, { pileId });
export const analysisQuery = (params: { consumerId: number; begin: string; end: string }) =>
  asked<ChargeAnalysisWire>(`${PILE}/getAnalysis`, params);
export const curveQuery = (id: number) => asked<SessionCurve>('archive/chargeSession/getCurve', { id });

/** Cards that may charge, for who starts a session; none where the person may not see them. */
export const tagsQuery = (consumerId: number) =>
  asked<readonly { readonly tagCode: string; readonly holder: string }[]>('archive/chargeTag/getall', {
    consumerId,
  });

/** What a person finds of a session. */
export const judgeSession = (params: Params): Promise<unknown> =>
  post('archive/chargeSession/judge', params, { quiet: true });

export const sendCommand = (params: Params): Promise<PileCommandWire> =>
  post(`${PILE}/command`, params, { quiet: true });
