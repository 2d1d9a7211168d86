import { queryOptions } from '@tanstack/react-query';
import { get, type Params, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { LedgerEffect, Life } from '../contract.ts';

/** A meter of the list. */
export interface MeterItem {
  readonly id: number;
  readonly ammeterName: string;
  readonly ammeterNameEn: string | null;
  readonly ammeterCode: string;
}

export const metersQuery = (consumerId: number, search: string) =>
  queryOptions({
    queryKey: ['ledger', 'meters', consumerId, search],
    queryFn: async () =>
      (
        await get<{ list: readonly MeterItem[] }>(
          'archive/ammeter/searchpage',
          { consumerId, search, orderBy: 'ammeterCode', pageNo: 1, pageSize: 300 },
          { quiet: true },
        )
      ).list,
  });

export const lifeQuery = (ammeterId: number) =>
  queryOptions({
    queryKey: ['ledger', 'life', ammeterId],
    queryFn: () => get<Life>('archive/ledger/getLife', { ammeterId }, { quiet: true }),
  });

export const effectQuery = (params: Params) =>
  queryOptions({
    queryKey: ['ledger', 'effect', params],
    queryFn: () => post<LedgerEffect>('archive/ledger/preview', params, { quiet: true }),
    retry: false,
    staleTime: 0,
  });

/** Writes a change; the figures follow within seconds, so the life is read again then, too. */
export async function writeEvent(verb: 'add' | 'edit' | 'del', params: Params): Promise<void> {
  await post(`archive/ledger/${verb}`, params);
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: ['ledger'] });
    void queryClient.invalidateQueries({ queryKey: ['task'] });
  };
  refresh();
  setTimeout(refresh, 2500);
}
