import * as z from 'zod';
import { id } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { checkExpression } from './check.ts';

const check = defineRoute({
  method: 'GET',
  path: '/api/event/alarm/checkExpression',
  summary: {
    zh: '告警规则：检查条件表达式',
    en: 'Alarm rules: whether a text is an expression over data codes, and what it says on a meter now',
  },
  permission: 'event.alarm.view',
  params: z.object({ expression: z.string().max(1000), ammeterId: id().optional() }),
  example: { expression: 'PZ > avg(PZ, 15m) * 1.3' },
  handler: ({ trx, params, language }) =>
    checkExpression(trx, params.expression, params.ammeterId ?? null, language, Date.now()),
});

export const routes: readonly Route[] = [check];
