import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Question } from '#web/provenance/question.ts';
import { get, type Params } from '#web/api.ts';
import type { AttentionList, DeviceCost, Money } from '../contract.ts';

/** Money moves slower than power, and bills take longer to add up. */
const REFRESH_MS = 60_000;

function useCall<T>(verb: string, question: Question, enabled: boolean): UseQueryResult<T, Error> {
  const all: Params = { ...question };
  return useQuery({
    queryKey: ['home', verb, all],
    queryFn: ({ signal }) => get<T>(`monitoring/overview/${verb}`, all, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: question.date === null ? REFRESH_MS : false,
    staleTime: 5_000,
    enabled,
  });
}

/** Cost, demand against its limit and energy per product of a day; asked for by those who may see prices. */
export const useMoney = (question: Question, enabled: boolean): UseQueryResult<Money, Error> =>
  useCall('getMoney', question, enabled);

/** What is worth attention on a day. */
export const useAttention = (question: Question, enabled: boolean): UseQueryResult<AttentionList, Error> =>
  useCall('getAttention', question, enabled);

/** What some meters cost on a day, by their ids; null where nobody may see it, or it is not known yet. */
export function useDeviceCosts(
  ammeterIds: readonly number[],
  date: string | undefined,
  enabled: boolean,
): ReadonlyMap<number, number | null> | null {
  const params: Params = { ammeterIds: ammeterIds.toSorted((a, b) => a - b).join(','), date };
  const { data } = useQuery({
    queryKey: ['home', 'getDeviceCosts', params],
    queryFn: ({ signal }) =>
      get<DeviceCost[]>('monitoring/overview/getDeviceCosts', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: REFRESH_MS,
    enabled: enabled && ammeterIds.length > 0 && date !== undefined,
  });
  return useMemo(
    () => (enabled ? new Map(data?.map(({ dataAmmeterId, cost }) => [dataAmmeterId, cost])) : null),
    [enabled, data],
  );
}
