import type { Page } from '#contract/envelope.ts';
import * as z from 'zod';
import { workOrder } from '#resource/alarm/workOrder.ts';
import { alsoAt } from '#server/alsoAt.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { termsOf } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';
import type { OrderRow } from '../contract.ts';
import { orderRows } from './rows.ts';
import {
  getCount,
  getDemandList,
  getInfo,
  getList,
  getRecentOrderBySite,
  getTacticsList,
  orderQuery,
  queryOf,
  VIEW,
} from './routes.ts';

// The customer area asks the same work orders by its own names (specification 3 section 7, userWorkOrder).
const at = '/api/hxyUser/userWorkOrder';

const getDataTableByConsumer = defineRoute({
  method: 'POST',
  path: `${at}/getDataTableByConsumer`,
  summary: { zh: '企业的工单表', en: 'Table of the work orders of an enterprise' },
  permission: VIEW,
  params: z.object({ ...orderQuery, dataTable }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params, caller }): Promise<Page<OrderRow>> => {
    const { dataTable: table, ...given } = params;
    const { current, pageSize } = table;
    const query = queryOf(
      { ...given, search: given.search ?? (table.search || undefined) },
      caller.employeeId,
    );
    // What is searched is looked for as in the list of work orders, whose words hold the number too.
    const { rows, total } = await orderRows(trx, query, {
      limit: pageSize,
      offset: (current - 1) * pageSize,
      terms: termsOf(workOrder, { ...table, search: '' }, 'w'),
    });
    return { list: rows, pagination: { current, pageSize, total } };
  },
});

export const userRoutes = [
  alsoAt(getCount, `${at}/getCount`),
  getDataTableByConsumer,
  alsoAt(getInfo, `${at}/getInfo`),
  alsoAt(getList, `${at}/getList`),
  alsoAt(getDemandList, `${at}/getDemandList`),
  alsoAt(getTacticsList, `${at}/getTacticsList`),
  alsoAt(getRecentOrderBySite, `${at}/getRecentOrderBySite`),
];
