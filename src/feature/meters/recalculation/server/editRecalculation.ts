import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { RecalculationEffect } from '../contract.ts';
import { effectOf, type Interval, intervalOf } from './interval.ts';

/** Codes of intervals (specification 2 section 7): whichever is named, every size of bucket is made again. */
const INTERVALS = [INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, '401', INTERVAL.month, INTERVAL.year];

const params = z.object({
  ammeterId: id().optional(),
  dataAmmeterId: id().optional(),
  fromDt: z.string().max(25),
  toDt: z.string().max(25),
  type: z.string().max(20).optional(),
  interval: z.enum(INTERVALS).optional(),
});
const example = {
  ammeterId: 1,
  fromDt: '2026-01-01',
  toDt: '2026-01-31',
  type: '1',
  interval: INTERVAL.quarter,
};

function meterOf({ ammeterId, dataAmmeterId }: z.output<typeof params>): number {
  const meterId = ammeterId ?? dataAmmeterId;
  if (meterId === undefined) throw badInput({ zh: '请选择表计', en: 'Name a meter' }, 'ammeterId');
  return meterId;
}

/** What a recalculation would go over. */
export const getRecalculation = defineRoute({
  method: 'GET',
  path: '/api/archive/ammeter/getRecalculation',
  summary: {
    zh: '重新计算将涉及的读数与时段数',
    en: 'How many readings and buckets a recalculation goes over',
  },
  permission: 'archive.ammeter.view',
  params,
  example,
  handler: async ({ trx, params: query }) =>
    effectOf(trx, await intervalOf(trx, meterOf(query), query.fromDt, query.toDt)),
});

/** Makes an interval of a meter's figures again from its readings, as a task. */
export const editRecalculation = defineRoute({
  method: 'POST',
  path: '/api/archive/ammeter/editRecalculation',
  summary: { zh: '重新计算表计用量', en: "Make a meter's figures again from its readings" },
  permission: 'archive.ammeter.edit',
  params,
  example,
  handler: async (call) => {
    const { params: query } = call;
    const { interval: _, ...reported } = await recalculate(call, meterOf(query), query.fromDt, query.toDt);
    return reported;
  },
});

/** Starts the task that makes an interval of a visible meter again. @throws Fault 400, 404 */
export async function recalculate(
  { trx, caller, services }: Pick<SlotCall, 'trx' | 'caller' | 'services'>,
  query: number,
  fromDt: string,
  toDt: string,
): Promise<RecalculationEffect & { readonly taskId: number | null; readonly interval: Interval }> {
  const period = await intervalOf(trx, query, fromDt, toDt);
  const effect = await effectOf(trx, period);
  if (effect.from === null) return { ...effect, taskId: null, interval: period };
  const { meterId, name, consumerId, from, to } = period;
  const task = await startTask(trx, services, {
    kind: 'recalculation',
    label: { zh: `重新计算 ${name}`, en: `Recalculation of ${name}` },
    params: { meterId, from, to },
    consumerId,
    employeeId: caller.employeeId,
  });
  return { ...effect, taskId: task.id, interval: period };
}
