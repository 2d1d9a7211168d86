import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { AlarmRow } from '#feature/watch/alarm/contract.ts';
import type { ObjectNode } from '#feature/meters/monitorObject/contract.ts';
import { get, type Params, post } from '#web/api.ts';
import type {
  ElecTrend,
  EnergyNow,
  ItemWire,
  ObjectDetails,
  SeriesWire,
  SiteCard,
  SiteNow,
} from '../contract.ts';
import type { Thing } from './thing.ts';

const MONITOR = 'monitoring/monitor';
/** What stands on the screen is asked for again. */
const REFRESH_MS = 15_000;

const asked = <T>(
  path: string,
  params: Params,
  more: { readonly enabled?: boolean; readonly refetchInterval?: number } = {},
  call: typeof get<T> = get,
) =>
  queryOptions({
    queryKey: ['liveScreen', path, params],
    queryFn: ({ signal }) => call(path, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    retry: false,
    ...more,
  });

export const sitesQuery = (consumerId: number) =>
  asked<SiteCard[]>('archive/monitorSite/getSiteDistribution', { consumerId });
/** The same by the door of the customer area. */
export const customerSitesQuery = (consumerId: number) =>
  asked<SiteCard[]>('hxyUser/userMonitorSite/getSiteDistribution', { consumerId });
export const siteQuery = (siteId: number) => asked<SiteNow>(`${MONITOR}/getSiteDetails`, { siteId });
export const siteTrendQuery = (siteId: number) =>
  asked<ElecTrend>(
    'hxyUser/userCompreMonitor/getElecTrend',
    { siteId, dateType: 'day' },
    { refetchInterval: 60_000 },
  );
export const seriesQuery = (params: Params, refetchInterval: number, enabled = true) =>
  asked<SeriesWire[]>(`${MONITOR}/getHistoryDatas`, params, { refetchInterval, enabled });
export const itemsQuery = (params: Params, enabled: boolean) =>
  asked<ItemWire[]>(`${MONITOR}/getDataItemsByObject`, params, { enabled, refetchInterval: 300_000 });
export const energyQuery = (params: Params) => asked<EnergyNow>(`${MONITOR}/getEnergyNow`, params);
/** All of an object, a device or a meter; until it comes there is nothing, never what another popup showed. */
export const thingQuery = (of: Thing) => {
  const path = `${MONITOR}/${'ammeterId' in of ? 'getMeterDetails' : 'getObjectDetails'}`;
  return queryOptions({
    queryKey: ['liveScreen', path, of],
    queryFn: ({ signal }) => get<ObjectDetails>(path, { ...of }, { quiet: true, signal }),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
};
export const objectsQuery = (consumerId: number) =>
  asked<ObjectNode[]>('archive/monitorObject/getTree', { consumerId }, { refetchInterval: 300_000 });
export const alarmsQuery = (params: Params) =>
  asked<Page<AlarmRow>>('alarm/record/getDataTablePageAnt', params);

/** A device of the list. */
export interface DeviceRow {
  readonly id: number;
  readonly deviceName: string;
  readonly deviceNameEn?: string | null;
  readonly deviceCode: string;
  readonly deviceClass: string;
  readonly currentState: string;
  readonly location: string | null;
  readonly titles: Readonly<Record<string, string>>;
}
export const devicesQuery = (params: Params) =>
  asked<Page<DeviceRow>>('hxyUser/userArchive/getTableOfDevice', params, {}, post);
