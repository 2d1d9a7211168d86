import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { AssetSite, RevenueChart, RevenueEvent, SettlementStatement } from '../contract.ts';

const STRATEGY = 'sdata/storageStrategy';

export interface Span {
  readonly siteId: number;
  readonly fromDt: string;
  readonly toDt: string;
}

const asked = <T>(path: string, params: Readonly<Record<string, unknown>>) =>
  queryOptions({
    queryKey: ['assets', path, params],
    queryFn: ({ signal }) => get<T>(path, params as never, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const assetSitesQuery = (consumerId: number) =>
  asked<AssetSite[]>(`${STRATEGY}/getSites`, { consumerId });
export const chartQuery = (span: Span) => asked<RevenueChart>(`${STRATEGY}/getRevenueCostChart`, { ...span });
export const eventsQuery = (span: Span) =>
  asked<RevenueEvent[]>(`${STRATEGY}/getRevenueCostEventChart`, { ...span });
export const statementQuery = (siteId: number, month: string) =>
  asked<SettlementStatement>(`${STRATEGY}/getSettlement`, { siteId, month });
