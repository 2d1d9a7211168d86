import * as z from 'zod';
import { id, wordList, yesNo } from '#contract/param.ts';
import { dataTableParam as dataTable } from '../dataTableParam.ts';
import { exportRows, importTemplate } from '../excel.ts';
import { faultFile } from '../importing/faultFile.ts';
import { importFile } from '../importing/route.ts';
import { BY_ID, EVERY } from '../order.ts';
import { conditionOf, orderOf } from '../query.ts';
import { defineVerb } from './verb.ts';

const format = z.enum(['xlsx', 'csv']).default('xlsx');

export const exportTable = defineVerb({
  params: z.object({ dataTable, fieldName: wordList().default([]), format }),
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
  handler: ({ trx, params, language }, resource) =>
    exportRows(trx, resource, EVERY, BY_ID, { columns: [], format: params.format, language }),
});

export const template = defineVerb({
  params: z.object({}),
  handler: ({ trx, language }, resource) => importTemplate(resource, language, trx),
});

export const importing = defineVerb({
  params: z.object({ orgId: id().optional(), dryRun: yesNo().default(false) }),
  handler: (call, resource) => importFile(call, resource),
});

export const faults = defineVerb({
  params: z.object({ fileId: id() }),
  handler: (call) => faultFile(call),
});
