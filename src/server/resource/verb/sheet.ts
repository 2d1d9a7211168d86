import * as z from 'zod';
import { id, wordList, yesNo } from '#contract/param.ts';
import { shownSheet } from '../../openApi/example.ts';
import { dataTableParam as dataTable, SHOWN_TABLE } from '../dataTableParam.ts';
import { exportRows, importTemplate } from '../excel.ts';
import { faultFile } from '../importing/faultFile.ts';
import { importFile } from '../importing/route.ts';
import { BY_ID, EVERY } from '../order.ts';
import { conditionOf, orderOf } from '../query.ts';
import { defineVerb } from './verb.ts';

const format = z.enum(['xlsx', 'csv']).default('xlsx');

export const exportTable = defineVerb({
  params: z.object({ dataTable, fieldName: wordList().default([]), format }),
  example: () => ({ dataTable: SHOWN_TABLE, format: 'csv' }),
  handler: ({ trx, params, language }, resource) =>
    exportRows(
      trx,
      resource,
      conditionOf(resource, params.dataTable),
      orderOf(resource, params.dataTable.sorter),
      { columns: params.fieldName, format: params.format, language },
    ),
});

export const exportAll = defineVerb({
  params: z.object({ format }),
  example: () => ({ format: 'csv' }),
  handler: ({ trx, params, language }, resource) =>
    exportRows(trx, resource, EVERY, BY_ID, { columns: [], format: params.format, language }),
});

export const template = defineVerb({
  params: z.object({}),
  handler: ({ trx, language }, resource) => importTemplate(resource, language, trx),
});

export const importing = defineVerb({
  params: z.object({ orgId: id().optional(), dryRun: yesNo().default(false) }),
  example: (resource) => ({ ...(resource.scope === null ? {} : { orgId: 1001 }), dryRun: true }),
  exampleFile: shownSheet,
  handler: (call, resource) => importFile(call, resource),
});

export const faults = defineVerb({
  params: z.object({ fileId: id() }),
  example: () => ({ fileId: 1 }),
  handler: (call) => faultFile(call),
});
