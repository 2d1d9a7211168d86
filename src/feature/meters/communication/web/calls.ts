import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { GatewayAttributes } from '#feature/meters/messaging/contract.ts';
import { get, type Params, post } from '#web/api.ts';
import { postConfirmed } from '#web/resource/postConfirmed.tsx';
import type {
  ConnectInfo,
  Decided,
  DeviceMapping,
  GatewayRow,
  GatewaySummary,
  HeldPage,
  MessageDetail,
  MessageRow,
  MeterRate,
  MeterRow,
  RateGap,
  RateSummary,
  RejectionRow,
  UnmappedDevice,
} from '../contract.ts';

const AREA = 'communication';
/** Lists of what happens now are asked again by themselves. */
const REFRESH_MS = 10_000;

/** A call that is asked again by itself while it is in sight. */
const live = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** A call whose answer stays as it is. */
const still = <T>(path: string, params: Params) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

/** Attributes of a gateway, asked again like what happens now. */
export const attributesQuery = (params: Params) =>
  queryOptions({
    queryKey: [AREA, 'attributes', params],
    queryFn: ({ signal }) =>
      get<GatewayAttributes>('sys/mqtt/getGatewayAttributes', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const setAttribute = (params: Params) => post('sys/mqtt/setGatewayAttribute', params);
export const deleteAttribute = (params: Params) => post('sys/mqtt/deleteGatewayAttribute', params);

type WithSummary<R> = Page<R> & { readonly summary: GatewaySummary };

export const gatewaysQuery = (params: Params) => live<WithSummary<GatewayRow>>('gateway/getlist', params);
export const gatewayQuery = (id: number) => live<GatewayRow>('gateway/get', { id });
export const connectQuery = (id: number) => still<ConnectInfo>('gateway/getConnectInfo', { id });
export const rejectionsQuery = (params: Params) => live<Page<RejectionRow>>('gateway/getRejections', params);
export const unmappedQuery = (params: Params) => live<Page<UnmappedDevice>>('gateway/getUnmapped', params);
export const metersQuery = (params: Params) => live<WithSummary<MeterRow>>('meter/getlist', params);
export const ratesQuery = (params: Params) =>
  still<Page<MeterRate> & { readonly summary: RateSummary }>('collectionRate/getlist', params);
export const gapsQuery = (params: Params) => still<Page<RateGap>>('collectionRate/getGaps', params);
export const messagesQuery = (params: Params) => live<Page<MessageRow>>('message/getlist', params);
export const messageQuery = (id: number) => still<MessageDetail>('message/get', { id });

export const heldQuery = (params: Params) => live<HeldPage>('held/getlist', params);

/** Counts what is quarantined, or gives up what is held. */
export const decideHeld = (what: 'count' | 'discard', which: Params) =>
  post<Decided>(`${AREA}/held/${what}`, which);

/** Saves what devices are; null where the person was asked first and did not mean it. */
export const mapDevices = (id: number, devices: readonly DeviceMapping[]) =>
  postConfirmed<{ meters: number; mappings: number }>(`${AREA}/gateway/mapKeys`, {
    id,
    devices: JSON.stringify(devices),
  });

export const RATE_EXPORT = `${AREA}/collectionRate/exportlist`;
export const GAPS_EXPORT = `${AREA}/collectionRate/exportGaps`;
export const MESSAGE_EXPORT = `${AREA}/message/exportlist`;
