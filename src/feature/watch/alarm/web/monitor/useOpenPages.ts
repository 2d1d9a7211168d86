import { useQueries } from '@tanstack/react-query';
import type { AlarmRow, OpenAlarms } from '../../contract.ts';
import { openQuery } from '../calls.ts';
import type { MonitorAddress } from './address.ts';

/** Rows that one call answers. */
const PAGE = 200;

/** The parameters that the list of an address asks for. */
const filterOf = (consumerId: number, { site, level, shown }: MonitorAddress) => ({
  enterpriseId: consumerId,
  ...(site === null ? {} : { siteId: site }),
  ...(level === null ? {} : { alarmLevel: level }),
  shown,
});

export interface OpenPages {
  /** The first page with the counts; undefined while nothing has come. */
  readonly head: OpenAlarms | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** When it was last told, ms. */
  readonly toldAt: number;
  /** The row at a place of the whole list; undefined while it is fetched. */
  readonly rowAt: (index: number) => AlarmRow | undefined;
}

/** The open records around a stretch of the list, in pages that come as they are scrolled to. */
export function useOpenPages(
  consumerId: number,
  address: MonitorAddress,
  stretch: { readonly first: number; readonly end: number },
  everyMs: number,
): OpenPages {
  const last = Math.max(0, Math.floor((stretch.end - 1) / PAGE));
  const near = Array.from({ length: last + 1 }, (_, i) => i).slice(Math.floor(stretch.first / PAGE));
  const pages = [...new Set([0, ...near])];
  const filter = filterOf(consumerId, address);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...openQuery({ ...filter, current: page + 1, pageSize: PAGE }),
      refetchInterval: everyMs,
    })),
  });
  const known = new Map<number, readonly AlarmRow[]>();
  for (const { data } of answers) if (data) known.set(data.pagination.current - 1, data.list);
  const [head] = answers;
  return {
    head: head?.data,
    error: head?.data ? null : (head?.error ?? null),
    retry: () => void head?.refetch(),
    toldAt: head?.dataUpdatedAt ?? 0,
    rowAt: (index) => known.get(Math.floor(index / PAGE))?.[index % PAGE],
  };
}
