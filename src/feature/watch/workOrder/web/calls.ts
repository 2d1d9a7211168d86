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

/** The clock of a phone may be behind so much, ms. */
const CLOCK_MS = 10 * 60_000;

/** A new order of a name that was made since an instant (ms of the device); null = there is none. */
export async function madeSince(consumerId: number, name: string, since: number): Promise<number | null> {
  const params = { consumerId, search: name.slice(0, 100), states: 'new', pageSize: 50 };
  const { list } = await get<Page<OrderRow>>(`${AREA}/getList`, params);
  const made = list.find((one) => one.orderName === name && one.createdAt >= since - CLOCK_MS);
  return made?.workOrderId ?? null;
}
