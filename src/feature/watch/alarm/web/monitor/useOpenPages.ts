import { useQueries } from '@tanstack/react-query';
import type { AlarmRow, OpenAlarms } from '../../contract.ts';
import { openQuery } from '../calls.ts';
import type { MonitorAddress } from './address.ts';
import { filterOf, PAGE } from './headQuery.ts';

/**
 * The open records around an interval of the list, in pages that come as they are scrolled to.
 * @param head the first page, which is there and asked for elsewhere
 * @returns the row at a place of the whole list; null while it is fetched
 */
export function useOpenPages(
  consumerId: number,
  address: MonitorAddress,
  head: OpenAlarms,
  interval: { readonly first: number; readonly end: number },
  everyMs: number,
): (index: number) => AlarmRow | null {
  const last = Math.max(0, Math.floor((interval.end - 1) / PAGE));
  const near = Array.from({ length: last + 1 }, (_, i) => i).slice(Math.floor(interval.first / PAGE));
  const pages = near.filter((page) => page > 0);
  const filter = filterOf(consumerId, address);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...openQuery({ ...filter, current: page + 1, pageSize: PAGE }),
      refetchInterval: everyMs,
    })),
  });
  const known = new Map<number, readonly AlarmRow[]>([[0, head.list]]);
  for (const { data } of answers) if (data) known.set(data.pagination.current - 1, data.list);
  return (index) => known.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null;
}
