import { queryOptions } from '@tanstack/react-query';
import type { Filter, Page } from '#contract/envelope.ts';
import type { Picture, Scene } from '#contract/scene/scene.ts';
import type { Space } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { get, type Params } from '#web/api.ts';
import { allQuery } from '#web/resource/rows.ts';
import { MOST_TEMPLATES } from '../contract.ts';
import type {
  BindableWire,
  DayAnswer,
  HeatAnswer,
  ModelWire,
  NetworkAnswer,
  PeakAnswer,
  SceneAnswer,
  TemplateAnswer,
  TemplateWire,
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
export const namesOf = (answer: SceneAnswer<Picture> | undefined): Names =>
  new Map((answer?.names ?? []).map((one) => [one.ammeterId, one]));

/** The diagrams of an enterprise of one kind, `FLAT` or `IN_SPACE`. */
export const diagramsQuery = (consumerId: number, panelType: string) =>
  allQuery(monitorDiagram, [
    { field: 'consumerId', op: 'eq', value: consumerId },
    { field: 'panelType', op: 'eq', value: panelType },
  ] satisfies Filter[]);

/** A picture of a diagram, of the kind that its `panelType` says. */
export const sceneQuery = (id: number, which: { readonly published?: 1; readonly no?: number }) =>
  asked<SceneAnswer<Scene | Space>>('getScene', { id, ...which });
export const versionsQuery = (id: number, current: number) =>
  asked<Page<VersionWire>>('getVersions', { id, current, pageSize: 20 });
/** @param at ms; null = now, asked again and again */
export const valuesQuery = (id: number, no: number, at: number | null) =>
  at === null
    ? asked<ValuesAnswer>('getValues', { id, no }, { refetchInterval: REFRESH_MS })
    : asked<ValuesAnswer>('getValues', { id, no, at }, { staleTime: Infinity });
export const networkQuery = (id: number) => asked<NetworkAnswer>('getNetwork', { id });
export const peakQuery = (id: number, at: number | null) =>
  asked<PeakAnswer>('getPeak', { id, ...(at === null ? {} : { at }) }, { staleTime: REFRESH_MS });
export const dayQuery = (id: number, date: string) =>
  asked<DayAnswer>('getDay', { id, date }, { refetchInterval: 2 * REFRESH_MS });
export const heatQuery = (id: number, no: number, date: string) =>
  asked<HeatAnswer>('getHeat', { id, no, date }, { refetchInterval: 2 * REFRESH_MS });
export const modelsQuery = (id: number, current: number) =>
  asked<Page<ModelWire>>('getModels', { id, current, pageSize: 20 });
/** Templates that the people of the enterprise of a diagram made. */
export const templatesQuery = (id: number) =>
  asked<Page<TemplateWire>>('getTemplates', { id, pageSize: MOST_TEMPLATES });
export const templateQuery = (templateId: number) => asked<TemplateAnswer>('getTemplate', { templateId });
export const bindableQuery = (params: Params & { readonly id: number }) =>
  asked<Page<BindableWire>>('getBindable', params);
