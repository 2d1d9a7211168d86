import * as z from 'zod';
import { idList } from '#contract/param.ts';
import { CHARGE } from '#feature/money/charge/server/public.ts';
import { dayContextOf, dayParams } from '#feature/meters/subject/server/public.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { attentionOf } from './attention.ts';
import { deviceCostsOf, moneyOf } from './money.ts';
import { roleRoutes } from './roleRoutes.ts';

const EXAMPLE = { consumerId: 1001, dataType: 1 };
/** As many as rankings have. */
const MOST_DEVICES = 20;
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
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params, caller }) =>
    moneyOf(trx, await dayContextOf(trx, params, Date.now()), caller.funCodes.has(NORMS)),
});

const getDeviceCosts = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getDeviceCosts',
  summary: { zh: '首页：设备当日电费', en: 'Home: what devices cost on a day' },
  permission: CHARGE,
  prepared: true,
  params: z.object({
    ammeterIds: idList().refine((ids) => ids.length <= MOST_DEVICES, { error: `at most ${MOST_DEVICES}` }),
    date: z.iso.date(),
  }),
  example: { ammeterIds: '1,2', date: '2026-01-15' },
  handler: ({ trx, params }) => deviceCostsOf(trx, params.ammeterIds, params.date, Date.now()),
});

const getAttention = defineRoute({
  method: 'GET',
  path: '/api/monitoring/overview/getAttention',
  summary: { zh: '首页：值得关注，按金额', en: 'Home: what is worth attention, by money' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object(dayParams),
  example: EXAMPLE,
  handler: async ({ trx, params, caller }) =>
    attentionOf(trx, await dayContextOf(trx, params, Date.now()), caller.funCodes),
});

export const routes: readonly Route[] = [getMoney, getDeviceCosts, getAttention, ...roleRoutes];
