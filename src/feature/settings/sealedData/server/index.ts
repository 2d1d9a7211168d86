import * as z from 'zod';
import { pageOf, paging } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { monthsOnDisk } from '#series/public.ts';
import type { SealedData, SealedMonth } from '../contract.ts';
import { exportRoutes } from './exportRoutes.ts';
import { readingExport } from './exportTask.ts';
import { readingRemoval } from './removalTask.ts';
import { readingReturn } from './returnTask.ts';

/** What of the readings is sealed, by month, and what that frees. */
const getList = defineRoute({
  method: 'GET',
  path: '/api/sys/sealedData/getList',
  summary: { zh: '封存数据：按月', en: 'Sealed data by month' },
  permission: 'SDNSysAdmin.SDNSealedData',
  params: z.object(paging),
  example: { pageSize: 10 },
  handler: async ({ trx, params, services }): Promise<SealedData> => {
    const months = await monthsOnDisk(trx);
    const page = pageOf(params);
    const start = (page.current - 1) * page.pageSize;
    const sum = (count: Exclude<keyof SealedMonth, 'month'>): number =>
      months.reduce((n, { [count]: rows }) => n + rows, 0);
    return {
      list: months.slice(start, start + page.pageSize),
      pagination: { total: months.length, ...page },
      sum: {
        blocks: sum('meters'),
        rows: sum('rows'),
        values: sum('values'),
        sealedBytes: sum('sealedBytes'),
        asRowsBytes: sum('asRowsBytes'),
        buckets: sum('buckets'),
        figureBytes: sum('figureBytes'),
        figureAsRowsBytes: sum('figureAsRowsBytes'),
        openBytes: sum('openBytes'),
      },
      afterDays: services.config.sealAfterDays ?? null,
    };
  },
});

export const routes: readonly Route[] = [getList, ...exportRoutes];
export const taskHandlers = { readingExport, readingRemoval, readingReturn };
