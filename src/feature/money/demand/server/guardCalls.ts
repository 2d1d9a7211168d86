import { sql } from 'kysely';
import * as z from 'zod';
import { ENERGY } from '#contract/energyType.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { contextOf } from '#feature/meters/subject/server/public.ts';
import { defineRoute } from '#server/route.ts';
import type { GuardRecord, GuardState } from '../contract.ts';
import { guardNow, guardsOf, stateOf } from './guard.ts';
import { settlementDemand } from './settlement.ts';

const GUARD = 'SDNPowerAdmin.SDNDemandGuard';

/** The running window of every limit of an enterprise. */
export const getGuardState = defineRoute({
  method: 'GET',
  path: '/api/demand/guard/getState',
  summary: { zh: '需量监控：本时段的预计值', en: 'Running windows of demand and how they will end' },
  permission: GUARD,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<GuardState[]> => {
    const now = Date.now();
    const states: GuardState[] = [];
    for (const guard of await guardsOf(trx, params.consumerId)) {
      const context = await contextOf(trx, { orgId: guard.orgId, dataType: ENERGY.electricity }, now);
      const newest = { current: 1, pageSize: 1 };
      const { list } = await settlementDemand(trx, context, { from: now - 1, to: now }, newest);
      states.push(stateOf(await guardNow(trx, guard, now), now, list[0] ?? null));
    }
    return states;
  },
});

/** What limits foresaw and what came of it, the newest first. */
export const getGuardRecord = defineRoute({
  method: 'GET',
  path: '/api/demand/guard/getRecord',
  summary: { zh: '需量监控记录', en: 'Record of what was foreseen and what came' },
  permission: GUARD,
  params: z.object({ consumerId: id(), ...paging }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<GuardRecord> => {
    const { current, pageSize } = pageOf(params);
    const { rows: counts } = await sql<Record<'hit' | 'averted' | 'missed' | 'total', number>>`
      select count(*)::integer as total, (count(*) filter (where outcome = 'hit'))::integer as hit,
        (count(*) filter (where outcome = 'averted'))::integer as averted,
        (count(*) filter (where outcome = 'missed'))::integer as missed
      from demand_guard_window where consumer_id = ${params.consumerId}`.execute(trx);
    const { rows } = await sql<GuardRecord['list'][number]>`
      select w.guard_id as "guardId", shown_name(g.guard_name, g.guard_name_en) as "guardName",
        (date_part('epoch', w.from_ts) * 1000)::float8 as from, w.limit_power::float8 / 1000000 as limit,
        (date_part('epoch', w.warned_at) * 1000)::float8 as "warnedAt", w.projected::float8 / 1000000 as projected,
        w.shed::float8 / 1000000 as shed, w.actual::float8 / 1000000 as actual, w.outcome
      from demand_guard_window w join demand_guard g on g.id = w.guard_id
      where w.consumer_id = ${params.consumerId} order by w.from_ts desc, w.guard_id
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    const { total = 0, hit = 0, averted = 0, missed = 0 } = counts[0] ?? {};
    return { counts: { hit, averted, missed }, list: rows, pagination: { total, current, pageSize } };
  },
});
