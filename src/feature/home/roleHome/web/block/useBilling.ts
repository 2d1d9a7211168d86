import { useQueries, useQuery } from '@tanstack/react-query';
import type { BillAccount } from '#feature/money/bill/contract.ts';
import { get } from '#web/api.ts';
import type { BillMonth, BillMonths } from '../../contract.ts';
import { EVERY_MS } from '../useBlock.ts';
import { monthsOf } from './billing.ts';

/** So many accounts are looked at; the bills' own page has all. */
const MOST_ACCOUNTS = 6;

/** The months of an enterprise's accounts as they come in, one call an account. */
export function useBilling(consumerId: number | null) {
  const accounts = useQuery({
    queryKey: ['home', 'getAccounts', consumerId],
    queryFn: ({ signal }) =>
      get<BillAccount[]>('price/bill/getAccounts', { consumerId }, { quiet: true, signal }),
    enabled: consumerId !== null,
    staleTime: EVERY_MS.day,
  });
  const shown = accounts.data?.slice(0, MOST_ACCOUNTS) ?? [];
  const answers = useQueries({
    queries: shown.map(({ measureAccount }) => ({
      queryKey: ['home', 'getBillMonths', consumerId, measureAccount],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<BillMonths>(
          'monitoring/home/getBillMonths',
          { consumerId, measureAccount },
          { quiet: true, signal },
        ),
      staleTime: EVERY_MS.day,
    })),
  });
  const error = accounts.error ?? answers.find((answer) => answer.error)?.error ?? null;
  const whole = accounts.data !== undefined && answers.every((answer) => answer.data !== undefined);
  const months: readonly BillMonth[] = monthsOf(answers.map(({ data }) => data?.list ?? []));
  const retry = (): void => {
    void accounts.refetch();
    for (const answer of answers) if (answer.isError) void answer.refetch();
  };
  return {
    /** All that has come so far. */
    months,
    whole,
    error,
    retry,
    /** Undefined until they are known. */
    accounts: accounts.data,
    /** Accounts that are not looked at. */
    more: Math.max(0, (accounts.data?.length ?? 0) - MOST_ACCOUNTS),
  };
}
