import * as z from 'zod';
import { addressOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { id, jsonOf, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { device } from '#resource/archive/device.ts';
import { monitorSiteContact } from '#resource/archive/monitorSiteContact.ts';
import { exportRows, importTemplate } from '#server/resource/excel.ts';
import { importFile } from '#server/resource/importing/route.ts';
import { shownSheet } from '#server/openApi/example.ts';
import { BY_ID } from '#server/resource/order.ts';
import { conditionOfFields } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';

/** What an import may be told, plainly or as the JSON text `params`. */
const reported = { orgId: id().optional(), dryRun: yesNo().default(false) };

/** Import, template and export under names of their own: the same as the generic calls. */
function sheetRoutes(resource: Resource, verbs: { take: string; template: string; give: string }): Route[] {
  const at = addressOf(resource);
  const { zh, en } = resource.label;
  return [
    defineRoute({
      method: 'UPLOAD',
      path: `${at}/${verbs.take}`,
      summary: { zh: `${zh}：导入`, en: `${en}: import` },
      permission: funCodeOf(resource, 'import'),
      params: z.object({ ...reported, params: jsonOf(z.object(reported)).optional() }),
      example: { orgId: 1001, dryRun: 1 },
      exampleFile: shownSheet(resource),
      handler: (call) => {
        const { params: more, ...plain } = call.params;
        return importFile({ ...call, params: { ...plain, ...more } }, resource);
      },
    }),
    defineRoute({
      method: 'DOWNLOAD',
      path: `${at}/${verbs.template}`,
      summary: { zh: `${zh}：导入模板`, en: `${en}: import template` },
      permission: funCodeOf(resource, 'import'),
      params: z.object({}),
      example: {},
      handler: ({ language }) => importTemplate(resource, language),
    }),
    defineRoute({
      method: 'DOWNLOAD',
      path: `${at}/${verbs.give}`,
      summary: { zh: `${zh}：导出`, en: `${en}: export` },
      permission: funCodeOf(resource, 'export'),
      params: z.object({
        consumerId: id().optional(),
        siteId: id().optional(),
        format: z.enum(['xlsx', 'csv']).default('xlsx'),
      }),
      example: {},
      handler: ({ trx, params: { format, ...where }, language }) =>
        exportRows(trx, resource, conditionOfFields(resource, given(where)), BY_ID, {
          columns: [],
          format,
          language,
        }),
    }),
  ];
}

const given = (where: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined));

export const sheetsOf: readonly Route[] = [
  ...sheetRoutes(device, { take: 'importDevice', template: 'downloadTemplate', give: 'exportDevice' }),
  ...sheetRoutes(monitorSiteContact, {
    take: 'importSiteContact',
    template: 'getSiteContactTemplate',
    give: 'exportSiteContact',
  }),
];
