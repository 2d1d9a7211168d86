import type { Filter, Page } from '#contract/envelope.ts';
import type { Picture } from '#contract/scene/scene.ts';
import type { Names } from '#domain/scene/label.ts';
import { DIAGRAM } from '#contract/diagram.ts';
import type { Params } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { allQuery } from '#web/resource/rows.ts';
import { shownName } from '#web/text/secondName.ts';
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
import { asked } from './sceneQuery.ts';

/** What no message tells (figures, silence) is asked again. */
const REFRESH_MS = 30_000;

/** Names of meters by their id. */
export const namesOf = (answer: SceneAnswer<Picture> | undefined): Names =>
  new Map((answer?.names ?? []).map((one) => [one.ammeterId, one]));

/** The diagrams of an enterprise of one kind, `FLAT` or `IN_SPACE`. */
export const diagramsQuery = (consumerId: number, panelType: string) =>
  allQuery(DIAGRAM, [
    { field: 'consumerId', op: 'eq', value: consumerId },
    { field: 'panelType', op: 'eq', value: panelType },
  ] satisfies Filter[]);

/** What a diagram is called in the language of the screen. */
export const diagramTitle = ({ id, diagramName, diagramNameEn }: ResourceRow): string =>
  shownName(String(diagramName ?? `#${id}`), diagramNameEn ? String(diagramNameEn) : null);

export const versionsQuery = (id: number, current: number) =>
  asked<Page<VersionWire>>('getVersions', { id, current, pageSize: 20 });
/** @param at ms; null = now: asked again and again, and whenever somebody begins to look, whom the feed told nothing before */
export const valuesQuery = (id: number, no: number, at: number | null) =>
  at === null
    ? asked<ValuesAnswer>('getValues', { id, no }, { refetchInterval: REFRESH_MS, staleTime: 0 })
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
