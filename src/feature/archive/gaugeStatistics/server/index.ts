import * as z from 'zod';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { companyGauges } from '#resource/yunshui/companyGauges.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { GaugeStatistics } from '../contract.ts';
import { gaugeStatistics } from './statistics.ts';

const getStatistics = defineRoute({
  method: 'GET',
  path: '/api/yunshui/companyGauges/getStatistics',
  summary: { zh: '计量器具配备与准确度统计 (JJF 1356 表 B.8、B.9)', en: 'Allocation and accuracy of meters (JJF 1356 tables B.8, B.9)' }, // prettier-ignore
  permission: funCodeOf(companyGauges, 'view'),
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: ({ trx, params }): Promise<GaugeStatistics> => gaugeStatistics(trx, params.orgId, Date.now()),
});

export const routes: readonly Route[] = [getStatistics];
