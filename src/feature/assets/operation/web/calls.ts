import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, post } from '#web/api.ts';
import type { Page } from '#contract/envelope.ts';
import type { ChargeAnalysisWire } from '#feature/assets/chargePile/contract.ts';
import type { PlanCurveRow, StationWire } from '#feature/assets/plan/contract.ts';
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

/** What stands beside the first figures moves slowly. */
const BESIDE_MS = 60_000;
/** More versions of a day than stations make. */
const VERSIONS = 200;

/** The plans of a day of an enterprise with the stations that they are of. */
export const plansQuery = (consumerId: number, date: string) =>
  queryOptions({
    queryKey: ['assets', 'plans', consumerId, date],
    queryFn: async ({ signal }) => {
      const params = { consumerId, fromDt: date, toDt: date, pageSize: VERSIONS };
      const [stations, versions] = await Promise.all([
        get<readonly StationWire[]>('sdata/planCurve/getStations', { consumerId }, { quiet: true, signal }),
        get<Page<PlanCurveRow>>('sdata/planCurve/query', params, { quiet: true, signal }),
      ]);
      return { stations, versions: versions.list };
    },
    refetchInterval: BESIDE_MS,
    retry: false,
  });

/** What the chargers of a site did on a day. */
export const chargersQuery = (consumerId: number, siteId: number, date: string) =>
  queryOptions({
    queryKey: ['assets', 'chargers', siteId, date],
    queryFn: ({ signal }) =>
      get<ChargeAnalysisWire>(
        'archive/chargePile/getAnalysis',
        { consumerId, siteId, begin: date, end: date },
        { quiet: true, signal },
      ),
    refetchInterval: BESIDE_MS,
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
