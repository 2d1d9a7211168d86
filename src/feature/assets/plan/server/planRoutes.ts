import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, jsonOf, pageOf, paging, wordList } from '#contract/param.ts';
import { PLAN_STATES, planPoints, type PlanState, SLOTS } from '#contract/plan.ts';
import { onDay } from '#domain/storage/slots.ts';
import { defineRoute } from '#server/route.ts';
import { PLAN_MAY, type PlanCurveRow, type PlanDay, type StationWire } from '../contract.ts';
import { dayFrame, judge, planDay } from './day.ts';
import { revokePlan, submitPlan } from './life.ts';
import { heldPlan } from './plan.ts';
import { planCounts, planRows } from './row.ts';
import { saveDraft } from './save.ts';
import { stationById, stationsOf, stationWire } from './station.ts';

const STATES = new Set(Object.keys(PLAN_STATES));

const query = defineRoute({
  method: 'GET',
  path: '/api/sdata/planCurve/query',
  summary: { zh: '计划曲线：按日期、状态查询', en: 'Plan curves: by day and state' },
  permission: PLAN_MAY.view,
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    stationId: id().optional(),
    fromDt: z.iso.date().optional(),
    toDt: z.iso.date().optional(),
    states: wordList().optional(),
    /** 1 = the last version of each day alone. */
    lastOnly: z.coerce.number().int().min(0).max(1).optional(),
  }),
  example: { pageSize: 20 },
  handler: async ({
    trx,
    params,
  }): Promise<Page<PlanCurveRow> & { counts: Readonly<Record<string, number>> }> => {
    const { current, pageSize } = pageOf(params);
    const { states, lastOnly, ...where } = params;
    const known = states?.filter((one): one is PlanState => STATES.has(one));
    const all = { ...where, lastOnly: lastOnly === 1 };
    const counts = await planCounts(trx, all);
    const total = Object.entries(counts)
      .filter(([state]) => known === undefined || known.includes(state as PlanState))
      .map(([, n]) => n)
      .reduce((sum, n) => sum + n, 0);
    const list = await planRows(
      trx,
      { ...all, states: known },
      { limit: pageSize, offset: (current - 1) * pageSize },
    );
    return { list, pagination: { current, pageSize, total }, counts };
  },
});

const getStations = defineRoute({
  method: 'GET',
  path: '/api/sdata/planCurve/getStations',
  summary: { zh: '计划曲线：可编制计划的储能电站', en: 'Plan curves: the stations that plans are made for' },
  permission: PLAN_MAY.view,
  params: z.object({ consumerId: id().optional() }),
  example: {},
  handler: async ({ trx, params, services }): Promise<StationWire[]> =>
    (await stationsOf(trx, params.consumerId)).map((one) =>
      stationWire(one, services.config.mqttUrl !== undefined),
    ),
});

const getDay = defineRoute({
  method: 'GET',
  path: '/api/sdata/planCurve/getDay',
  summary: {
    zh: '计划曲线：某站某日的各版本与编制依据',
    en: 'Plan curves: the versions of a day, and what plans of it are assessed by',
  },
  permission: PLAN_MAY.view,
  params: z.object({ stationId: id(), planDate: z.iso.date() }),
  example: { stationId: 1, planDate: '2026-11-23' },
  handler: async ({ trx, params, services }): Promise<PlanDay> =>
    planDay(trx, await stationById(trx, params.stationId), params.planDate, {
      now: Date.now(),
      external: services.config.mqttUrl !== undefined,
    }),
});

const save = defineRoute({
  method: 'POST',
  path: '/api/sdata/planCurve/save',
  summary: { zh: '计划曲线：保存草稿', en: 'Plan curves: save a draft' },
  permission: PLAN_MAY.make,
  params: z.object({
    stationId: id(),
    planDate: z.iso.date(),
    points: jsonOf(planPoints),
    socStart: z.coerce.number().min(0).max(100).optional(),
    strategyId: id().optional(),
    note: z.string().max(255).optional(),
    /** The draft that was looked at. */
    id: id().optional(),
    edition: z.coerce.number().int().min(1).optional(),
  }),
  example: {
    stationId: 1,
    planDate: '2026-11-23',
    points: Array.from({ length: SLOTS }, () => 0),
    note: 'rest',
  },
  handler: async (call): Promise<{ id: number; edition: number; version: number }> => {
    const { trx, params } = call;
    const station = await stationById(trx, params.stationId, true);
    const frame = await dayFrame(trx, station, params.planDate, Date.now());
    const strategy = await strategyOf(trx, station.stationId, params.strategyId);
    const saved = await saveDraft(call, station, frame, {
      points: params.points,
      socStart: params.socStart ?? frame.socStart,
      source:
        strategy && sameCurve(onDay(strategy.points, frame.slots, 0), params.points) ? 'strategy' : 'manual',
      strategy,
      note: params.note,
      seen: params.id === undefined ? undefined : { id: params.id, edition: params.edition ?? 0 },
    });
    const plan = await heldPlan(trx, saved);
    return { id: plan.id, edition: plan.edition, version: plan.version };
  },
});

const sameCurve = (a: readonly number[], b: readonly number[]): boolean => a.every((kw, i) => kw === b[i]);

async function strategyOf(trx: Parameters<typeof planRows>[0], stationId: number, strategyId?: number) {
  if (strategyId === undefined) return undefined;
  const { rows } = await sql<{ id: number; version: number; points: number[] }>`
    select id, version, curve->'points' as points from storage_strategy
    where id = ${strategyId} and station_id = ${stationId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

const submit = defineRoute({
  method: 'POST',
  path: '/api/sdata/planCurve/submit',
  summary: { zh: '计划曲线：提交审批', en: 'Plan curves: submit for approval' },
  permission: PLAN_MAY.make,
  params: z.object({ id: id(), edition: z.coerce.number().int().min(1).optional() }),
  example: { id: 1, edition: 1 },
  handler: async (call): Promise<{ id: number; requestId: number }> => {
    const plan = await heldPlan(call.trx, call.params.id);
    const station = await stationById(call.trx, plan.stationId);
    const frame = await dayFrame(call.trx, station, plan.planDate, Date.now());
    const violations = judge(station, frame, plan.points, plan.socStart);
    return submitPlan(call, station, { plan, violations, seen: call.params.edition, now: frame.now });
  },
});

const revoke = defineRoute({
  method: 'POST',
  path: '/api/sdata/planCurve/revoke',
  summary: { zh: '计划曲线：撤销', en: 'Plan curves: revoke' },
  permission: PLAN_MAY.make,
  params: z.object({ id: id(), reason: z.string().trim().min(1).max(200) }),
  example: { id: 1, reason: 'the line is out of service' },
  handler: async (call): Promise<{ id: number; planState: PlanState }> => ({
    id: call.params.id,
    planState: await revokePlan(call, await heldPlan(call.trx, call.params.id), call.params.reason),
  }),
});

export const planRoutes = [query, getStations, getDay, save, submit, revoke];
