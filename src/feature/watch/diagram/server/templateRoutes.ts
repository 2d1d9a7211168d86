import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, jsonOf, pageOf, paging } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { TemplateAnswer, TemplateWire } from '../contract.ts';
import { diagramOf } from './diagrams.ts';
import { dropTemplate, restoreTemplate, saveTemplate, templateAnswer, templatesOf } from './templates.ts';

const VIEW = 'archive.monitorDiagram.view';
const EDIT = 'archive.monitorDiagram.edit';
const no = () => z.coerce.number().int().min(1).max(1_000_000);
const base = z.coerce.number().int().min(0).max(1_000_000);

const getTemplates = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getTemplates',
  summary: {
    zh: '监测图：企业自建的对象模板',
    en: 'Diagrams: templates of objects that the people of the enterprise made',
  },
  permission: VIEW,
  params: z.object({ ...paging, id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<Page<TemplateWire>> => {
    const { current, pageSize } = pageOf(params);
    const { consumerId } = await diagramOf(trx, params.id);
    const page = { limit: pageSize, offset: (current - 1) * pageSize };
    const { list, total } = await templatesOf(trx, consumerId, page);
    return { list, pagination: { total, current, pageSize } };
  },
});

const getTemplate = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getTemplate',
  summary: {
    zh: '监测图：一个自建模板（最新版或指定版）及其版本',
    en: 'Diagrams: a template that people made, in its newest version or one by its number, with its versions',
  },
  permission: VIEW,
  params: z.object({ templateId: id(), no: no().optional() }),
  example: { templateId: 1 },
  handler: ({ trx, params }): Promise<TemplateAnswer> => templateAnswer(trx, params.templateId, params.no),
});

const save = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/saveTemplate',
  summary: {
    zh: '监测图：将选中图元存为模板，或存为已有模板的新版本',
    en: 'Diagrams: keep elements as a template, or as a new version of one',
  },
  permission: EDIT,
  params: z.object({
    id: id(),
    templateId: id().optional(),
    templateName: z.string().trim().max(60).optional(),
    base,
    elements: jsonOf(z.unknown()),
  }),
  example: {
    id: 1,
    templateName: 'Pump',
    base: 0,
    elements: [{ id: 'm', type: 'symbol', layer: 'device', symbol: 'motor', x: 0, y: 0 }],
  },
  handler: async ({ trx, caller, params }) =>
    saveTemplate(trx, caller, await diagramOf(trx, params.id), params, params.elements),
});

const restore = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/restoreTemplate',
  summary: {
    zh: '监测图：恢复模板的旧版（成为新的一版）',
    en: 'Diagrams: take an older version of a template back, as a new one',
  },
  permission: EDIT,
  params: z.object({ id: id(), templateId: id(), base, no: no() }),
  example: { id: 1, templateId: 1, base: 2, no: 1 },
  handler: async ({ trx, caller, params }) =>
    restoreTemplate(trx, caller, await diagramOf(trx, params.id), params),
});

const drop = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/dropTemplate',
  summary: { zh: '监测图：删除自建模板', en: 'Diagrams: delete a template that people made' },
  permission: EDIT,
  params: z.object({ templateId: id() }),
  example: { templateId: 1 },
  handler: ({ trx, params }) => dropTemplate(trx, params.templateId),
});

export const templateRoutes: readonly Route[] = [getTemplates, getTemplate, save, restore, drop];
