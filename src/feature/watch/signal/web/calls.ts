import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params } from '#web/api.ts';
import type { DayWire, IntervalWire, PointWire } from '../contract.ts';

const AREA = 'archive/signalPoint';
/** States come by themselves; what no message tells (a new point, silence elsewhere) is asked again. */
const REFRESH_MS = 30_000;

const asked = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const pointsQuery = (params: Params) => asked<Page<PointWire>>('getStates', params);
export const intervalsQuery = (params: Params) => asked<Page<IntervalWire>>('getHistory', params);
export const daysQuery = (params: Params) => asked<Page<DayWire>>('getDays', params);
export const EXPORT_DAYS = `${AREA}/exportDays`;
