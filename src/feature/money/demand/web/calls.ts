import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { GuardState } from '../contract.ts';

const REFETCH_MS = 15_000;

/** The running window of every limit of an enterprise, asked anew by itself. */
export const guardsQuery = (consumerId: number | null) =>
  queryOptions({
    queryKey: ['demand', 'guard', 'state', consumerId],
    queryFn: ({ signal }) =>
      get<GuardState[]>('demand/guard/getState', { consumerId }, { quiet: true, signal }),
    enabled: consumerId !== null,
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  });
