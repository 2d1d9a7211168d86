import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { FIGURES } from '#contract/scene/binding.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging, yesNo } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type {
  BindableWire,
  DayAnswer,
  HeatAnswer,
  NetworkAnswer,
  PeakAnswer,
  ValuesAnswer,
} from '../contract.ts';
import { BINDABLE_CODES, bindableOf } from './bindable.ts';
import { dayOf } from './day.ts';
import { diagramOf, sceneAnswer } from './diagrams.ts';
import { networkOf, transformersAt } from './network.ts';
import { heatOf } from './heat.ts';
import { monthPeak } from './peak.ts';
import { valuesOf } from './values.ts';

const VIEW = 'archive.monitorDiagram.view';

const getValues = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getValues',
  summary: {
    zh: '监测图：画面各绑定的值（现在或某一时刻）',
    en: 'Diagrams: what the bindings of a picture tell, now or at an instant',
  },
  permission: VIEW,
  params: z.object({
    id: id(),
    no: z.coerce.number().int().min(1).optional(),
    published: yesNo().optional(),
    at: z.coerce.number().int().min(0).max(8.64e15).optional(),
  }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<ValuesAnswer> => {
    const now = Date.now();
    const at = params.at ?? now;
    if (at > now) throw badInput({ zh: 'at：不能晚于现在', en: 'at: cannot be later than now' }, 'at');
    const { scene } = await sceneAnswer(trx, params.id, params);
    return scene ? valuesOf(trx, scene, at, now) : { at, values: [], curves: [] };
  },
});

const getNetwork = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getNetwork',
  summary: {
    zh: '监测图：站点的电表、上下级与信号点（生成一次图用）',
    en: 'Diagrams: the electricity meters of a site as they hang below each other, and its signal points',
  },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, language }): Promise<NetworkAnswer> =>
    networkOf(trx, (await diagramOf(trx, params.id)).siteId, Date.now(), language),
});

const getBindable = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getBindable',
  summary: { zh: '监测图：可绑定的数据', en: 'Diagrams: what may be bound' },
  permission: VIEW,
  params: z.object({
    ...paging,
    id: id(),
    kind: z.enum(['item', 'signal', 'figure', 'alarm']),
    dataCode: z.enum(BINDABLE_CODES as [string, ...string[]]).default('PZ'),
    figure: z.enum(FIGURES).default('loadShare'),
    search: z.string().max(100).optional(),
  }),
  example: { id: 1, kind: 'item' },
  handler: async ({ trx, params }): Promise<Page<BindableWire>> =>
    bindableOf(trx, await diagramOf(trx, params.id), { ...params, ...pageOf(params) }),
});

const getPeak = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getPeak',
  summary: {
    zh: '监测图：站点本结算月最大需量与变压器负载（至某一时刻）',
    en: 'Diagrams: the maximum demand of the settlement month of the site of a diagram, up to an instant, and its transformers then',
  },
  permission: VIEW,
  params: z.object({ id: id(), at: z.coerce.number().int().min(0).max(8.64e15).optional() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<PeakAnswer> => {
    const { siteId } = await diagramOf(trx, params.id);
    const now = Date.now();
    const at = Math.min(params.at ?? now, now);
    return {
      ...(await monthPeak(trx, { orgId: siteId }, at)),
      transformers: await transformersAt(trx, siteId, at),
    };
  },
});

const getDay = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getDay',
  summary: {
    zh: '监测图：站点一天的功率、变位与告警（时光机用）',
    en: 'Diagrams: a day of the site: power, changes of positions, alarms',
  },
  permission: VIEW,
  params: z.object({ id: id(), date: z.iso.date() }),
  example: { id: 1, date: '2026-01-01' },
  handler: async ({ trx, params }): Promise<DayAnswer> =>
    dayOf(trx, await diagramOf(trx, params.id), params.date, Date.now()),
});

const getHeat = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getHeat',
  summary: {
    zh: '监测图：画面上各表一天逐小时的用量（热力着色用）',
    en: 'Diagrams: what the meters of a picture used in each hour of a day, for heat colours',
  },
  permission: VIEW,
  params: z.object({
    id: id(),
    no: z.coerce.number().int().min(1).optional(),
    published: yesNo().optional(),
    date: z.iso.date(),
  }),
  example: { id: 1, date: '2026-01-01' },
  handler: async ({ trx, params }): Promise<HeatAnswer> => {
    const { diagram, scene } = await sceneAnswer(trx, params.id, params);
    return heatOf(trx, diagram, scene, params.date, Date.now());
  },
});

export const valueRoutes: readonly Route[] = [getValues, getNetwork, getBindable, getPeak, getDay, getHeat];
