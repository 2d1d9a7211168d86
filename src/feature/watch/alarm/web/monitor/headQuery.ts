import type { RawAddress } from '#web/address.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { whole } from '#web/resource/listAddress.ts';
import { openQuery } from '../calls.ts';
import { type MonitorAddress, readMonitor } from './address.ts';

/** Rows that one call answers. */
export const PAGE = 100;

/** The parameters that the list of an address asks for. */
export const filterOf = (consumerId: number, { site, level, shown }: MonitorAddress) => ({
  enterpriseId: consumerId,
  ...(site === null ? {} : { siteId: site }),
  ...(level === null ? {} : { alarmLevel: level }),
  shown,
});

/** The first page of the list, with the counts of all of it. */
export const headQuery = (consumerId: number, address: MonitorAddress) =>
  openQuery({ ...filterOf(consumerId, address), current: 1, pageSize: PAGE });

/** Asks for the list of the enterprise that an address names while the screen is still on its way. */
export function askAhead(raw: RawAddress): void {
  const consumerId = whole(raw['consumer']);
  if (consumerId !== null) void queryClient.prefetchQuery(headQuery(consumerId, readMonitor(raw)));
}
