import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { get, type Params } from '#web/api.ts';

/** What the piece of a home is given. */
export interface BlockProps {
  /** The enterprise in view; null on homes that are about all of them. */
  readonly consumerId: number | null;
}

/** How often a piece asks anew: power; what happens now; what a day or a month says. */
export const EVERY_MS = { power: 5_000, now: 15_000, day: 300_000 } as const;

/** The answer behind a piece of a home, asked anew by itself. */
export const useBlock = <T>(
  verb: string,
  params: Params,
  everyMs: number,
  enabled = true,
): UseQueryResult<T, Error> =>
  useQuery({
    queryKey: ['home', verb, params],
    queryFn: ({ signal }) => get<T>(`monitoring/home/${verb}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    staleTime: Math.min(everyMs, 10_000),
    enabled,
  });
