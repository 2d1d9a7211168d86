import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Question } from '#feature/overview/web/useOverview.ts';
import { get, type Params } from '#web/api.ts';
import type { AttentionList, Money } from '../contract.ts';

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
