import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import type { AssetOverview, OperationData, OperationKind } from '../contract.ts';

const ANALYSIS = 'sdata/operationAnalysis';
const REFRESH_MS = 15_000;

export const overviewQuery = (siteId: number, date: string | null = null) =>
  queryOptions({
    queryKey: ['assets', 'overview', siteId, date],
    queryFn: ({ signal }) =>
      get<AssetOverview>(
        `${ANALYSIS}/getOverview`,
        { siteId, ...(date === null ? {} : { date }) },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    retry: false,
  });

/** Makes the alarm rules on the cells of a cluster; says how many were made. */
export const addCellRules = (unitId: number) =>
  post<{ readonly made: number }>(`${ANALYSIS}/addCellRules`, { unitId });

/** Makes the alarm rules that compare inverters of a plant, or clusters of the station of a cluster. */
export const addPeerRules = (kind: 'inverter' | 'cluster', id: number) =>
  post<{ readonly made: number }>(`${ANALYSIS}/addPeerRules`, { kind, id });

export const operationQuery = (
  kind: OperationKind,
  siteId: number,
  { begin, end }: { readonly begin: string; readonly end: string },
) => {
  const params = { kind, siteId, beginDate: begin, endDate: end, interval: 'day' };
  return queryOptions({
    queryKey: ['assets', 'operation', params],
    queryFn: ({ signal }) => get<OperationData>(`${ANALYSIS}/getData`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
};
