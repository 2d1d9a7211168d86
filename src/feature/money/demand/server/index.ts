import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Range } from '#domain/fold/reach.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { startOfDate } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import { contextOf, subjectParams } from '#feature/meters/subject/server/public.ts';

import { defineRoute } from '#server/route.ts';
import { getGuardRecord, getGuardState } from './guardCalls.ts';
import { settlementDemand } from './settlement.ts';

const MONTHS = 13;
const LONGEST_MS = 10 * 366 * DAY_MS;

/** From the start of a date to the end of another; default the last thirteen months. */
function rangeOf(zone: Zone, now: number, { from, to }: { from?: string; to?: string }): Range {
  const end = to === undefined ? now : startOfDate(zone, to, 1);
  const last = zone.local(end - 1);
  const begin = from === undefined ? zone.startOfDate(last.year, last.month - (MONTHS - 1), last.day) : startOfDate(zone, from); // prettier-ignore
  if (begin >= end)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'to');
  if (end - begin > LONGEST_MS)
    throw badInput({ zh: '日期范围最长十年', en: 'The range may be ten years at most' }, 'to');
  return { from: begin, to: end };
}

const getSettlementList = defineRoute({
  method: 'GET',
  path: '/api/demand/settlement/getlist',
  summary: { zh: '结算月最大需量', en: 'Maximum demand by settlement month' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object({
    ...subjectParams,
    /** The same as dataAmmeterId. */
    ammeterId: id().optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    ...paging,
    pageSize: z.coerce
      .number()
      .int()
      .min(1)
      .max(120)
      .default(MONTHS + 1),
  }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }) => {
    const { ammeterId, from, to, ...subject } = params;
    const asked = await contextOf(trx, { ...subject, dataAmmeterId: params.dataAmmeterId ?? ammeterId }, Date.now()); // prettier-ignore
    const dates = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return settlementDemand(trx, asked, rangeOf(asked.zone, asked.expected.now, dates), pageOf(params));
  },
});

export const routes = [getSettlementList, getGuardState, getGuardRecord];
