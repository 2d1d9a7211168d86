import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, type Params } from '#web/api.ts';
import type { OrderInfo, OrderRow, OrderStatistics, Worker } from '../contract.ts';

const AREA = 'alarm/workOrder';
/** Others move work orders too. */
const REFRESH_MS = 30_000;

export const ordersKey = [AREA] as const;

const asked = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const ordersQuery = (params: Params) => asked<Page<OrderRow>>('getList', params);
export const orderStatisticsQuery = (params: Params) => asked<OrderStatistics>('getStatistics', params);

export const orderInfoQuery = (id: number) =>
  queryOptions({
    queryKey: [AREA, 'getInfo', id],
    queryFn: ({ signal }) => get<OrderInfo>(`${AREA}/getInfo`, { id }, { quiet: true, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });

export const workersQuery = (consumerId: number, enabled: boolean) =>
  queryOptions({
    queryKey: [AREA, 'getWorkers', consumerId],
    queryFn: ({ signal }) => get<Worker[]>(`${AREA}/getWorkers`, { consumerId }, { quiet: true, signal }),
    enabled,
  });
