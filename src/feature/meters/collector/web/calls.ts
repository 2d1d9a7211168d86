import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params, post } from '#web/api.ts';
import type { ChannelStateWire, MeterStateWire, ReadNowWire } from '../contract.ts';

const AREA = 'archive/collectorChannel';
/** How it goes now is asked again by itself. */
const REFRESH_MS = 5000;

const live = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const channelsQuery = (params: Params) => live<Page<ChannelStateWire>>('getStates', params);
export const metersQuery = (params: Params) => live<Page<MeterStateWire>>('getMeterStates', params);
export const readNow = (params: Params) => post<ReadNowWire>(`${AREA}/readNow`, params, { quiet: true });
