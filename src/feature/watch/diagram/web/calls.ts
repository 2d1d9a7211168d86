import { queryOptions } from '@tanstack/react-query';
import type { Filter, Page } from '#contract/envelope.ts';
import type { Names } from '#domain/scene/label.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { get, type Params } from '#web/api.ts';
import { allQuery } from '#web/resource/rows.ts';
import type {
  BindableWire,
  DayAnswer,
  NetworkAnswer,
  PeakAnswer,
  SceneAnswer,
  ValuesAnswer,
  VersionWire,
} from '../contract.ts';

export const AREA = 'archive/monitorDiagram';
/** What no message tells (figures, silence) is asked again. */
const REFRESH_MS = 30_000;

const asked = <T>(
  path: string,
  params: Params,
  more: { refetchInterval?: number; staleTime?: number } = {},
) =>
  queryOptions({
    queryKey: [AREA, path, params],
    queryFn: ({ signal }) => get<T>(`${AREA}/${path}`, params, { quiet: true, signal }),
    ...more,
  });

/** Names of meters by their id. */
export const namesOf = (answer: SceneAnswer | undefined): Names =>
  new Map((answer?.names ?? []).map((one) => [one.ammeterId, one]));

const FLAT = '1';

/** The flat diagrams of an enterprise. */
export const diagramsQuery = (consumerId: number) =>
  allQuery(monitorDiagram, [
    { field: 'consumerId', op: 'eq', value: consumerId },
    { field: 'panelType', op: 'eq', value: FLAT },
  ] satisfies Filter[]);

export const sceneQuery = (id: number, which: { readonly published?: 1; readonly no?: number }) =>
  asked<SceneAnswer>('getScene', { id, ...which });
export const versionsQuery = (id: number, current: number) =>
  asked<Page<VersionWire>>('getVersions', { id, current, pageSize: 20 });
/** @param at ms; null = now, asked again and again */
export const valuesQuery = (id: number, no: number, at: number | null) =>
  asked<ValuesAnswer>('getValues', { id, no, ...(at === null ? {} : { at }) }, at === null ? { refetchInterval: REFRESH_MS } : { staleTime: Infinity }); // prettier-ignore
export const networkQuery = (id: number) => asked<NetworkAnswer>('getNetwork', { id });
export const peakQuery = (id: number, at: number | null) =>
  asked<PeakAnswer>('getPeak', { id, ...(at === null ? {} : { at }) }, { staleTime: REFRESH_MS });
export const dayQuery = (id: number, date: string) =>
  asked<DayAnswer>('getDay', { id, date }, { refetchInterval: 2 * REFRESH_MS });
export const bindableQuery = (params: Params & { readonly id: number }) =>
  asked<Page<BindableWire>>('getBindable', params);
