import * as z from 'zod';
import { CHARGE } from '#feature/charge/server/public.ts';
import { askAboutDay, questionParams } from '#feature/overview/server/public.ts';
import { defineRoute } from '#server/route.ts';
import { attentionOf } from './attention.ts';
import { moneyOf } from './money.ts';

const EXAMPLE = { consumerId: 1001, dataType: 1 };
const NORMS = 'SDNPowerAdmin.SDNStandardAnalysis';

const getMoney = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getMoney',
  summary: {
    zh: '首页：当日电费与均价、本月最大需量与限额、产品单耗',
    en: 'Home: cost and mean price of the day, maximum demand against its limit, energy per product',
  },
  permission: CHARGE,
  prepared: true,
  params: z.object(questionParams),
  example: EXAMPLE,
  handler: async ({ trx, params, caller }) =>
    moneyOf(trx, await askAboutDay(trx, params, Date.now()), caller.funCodes.has(NORMS)),
});

const getAttention = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getAttention',
  summary: { zh: '首页：值得关注，按金额', en: 'Home: what is worth attention, by money' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object(questionParams),
  example: EXAMPLE,
  handler: async ({ trx, params, caller }) =>
    attentionOf(trx, await askAboutDay(trx, params, Date.now()), caller.funCodes),
});

export const routes = [getMoney, getAttention];
