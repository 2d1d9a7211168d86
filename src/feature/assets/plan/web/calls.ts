import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { MonitorWire, PlanCurveRow, PlanDay, StationWire } from '../contract.ts';

const KEY = 'storagePlan';
/** A plan that is being sent is never shown older than this. */
const SENDING_MS = 1000;
const LOOK_MS = 10_000;

const ask =
  <T>(path: string, params: Params) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    get<T>(path, params, { quiet: true, signal });

/** The storage stations of an enterprise. */
export const stationsQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: [KEY, 'stations', consumerId],
    enabled: consumerId !== null,
    queryFn: ask<readonly StationWire[]>('sdata/planCurve/getStations', { consumerId }),
    staleTime: LOOK_MS,
  });

const sending = (rows: readonly { readonly planState: string }[] | undefined): boolean =>
  rows?.some(({ planState }) => planState === 'issued') === true;

/** A day of a station with its versions. */
export const dayQuery = (stationId: number, planDate: string) =>
  queryOptions({
    queryKey: [KEY, 'day', stationId, planDate],
    queryFn: ask<PlanDay>('sdata/planCurve/getDay', { stationId, planDate }),
    refetchInterval: ({ state }) => (sending(state.data?.versions) ? SENDING_MS : LOOK_MS),
  });

/** A page of plans with how many there are of each state. */
export type PlanPage = Page<PlanCurveRow> & { readonly counts: Readonly<Record<string, number>> };

export const plansQuery = (params: Params) =>
  queryOptions({
    queryKey: [KEY, 'plans', params],
    queryFn: ask<PlanPage>('sdata/planCurve/query', params),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (sending(state.data?.list) ? SENDING_MS : LOOK_MS),
  });

export const monitorQuery = (params: Params) =>
  queryOptions({
    queryKey: [KEY, 'monitor', params],
    queryFn: ask<MonitorWire>('sdata/storageStrategy/getMonitorCurve', params),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

/** The tariff periods of a day at a site. */
export interface DayPeriods {
  readonly rows: readonly { readonly beginTime: string; readonly endTime: string; readonly value: number }[];
}
export const periodsQuery = (orgId: number, date: string) =>
  queryOptions({
    queryKey: [KEY, 'periods', orgId, date],
    queryFn: ask<DayPeriods>('archive/timezone/getPeriods', { orgId, date }),
    staleTime: 600_000,
  });

/** Something was changed: every page of plans asks anew. */
export const refreshPlans = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });
