import * as z from 'zod';
import { dataTableParam as dataTable, SHOWN_TABLE } from '../dataTableParam.ts';
import { conditionOf, orderOf, pageOfRows } from '../query.ts';
import { defineVerb } from './verb.ts';

export const table = defineVerb({
  params: z.object({ dataTable }),
  example: () => ({ dataTable: SHOWN_TABLE }),
  handler: ({ trx, params, language }, resource) =>
    pageOfRows(
      trx,
      resource,
      conditionOf(resource, params.dataTable),
      orderOf(resource, params.dataTable.sorter),
      params.dataTable,
      language,
    ),
});
