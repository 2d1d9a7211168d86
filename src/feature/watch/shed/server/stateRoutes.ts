import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Load, neededNow, powerOf, sequenceOf } from '#domain/control/shed.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { type Guarded, guardNow, guardsOf } from '#feature/money/demand/server/public.ts';
import { provenOf, rightOf } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type {
  RunLoadWire,
  ShedLoadWire,
  ShedPlanWire,
  ShedRunDetail,
  ShedRunWire,
  ShedWindowWire,
} from '../contract.ts';
import { mayAct, planOf, plansOf, type PlanRow } from './plan.ts';
import { runWires, stepWires } from './runWire.ts';
import { type LoadNow, loadsOf, planNow } from './view.ts';

const kW = (micro: bigint): number => Math.round(microToNumber(micro) * 100) / 100;

const getState = defineRoute({
  method: 'GET',
  path: '/api/archive/shedPlan/getState',
  summary: { zh: '减载：方案、负荷与本时段', en: 'Shedding: plans, their loads, and the running window' },
  permission: rightOf('view'),
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async (call): Promise<ShedPlanWire[]> => {
    const { trx, params, services } = call;
    const proven = await provenOf(call);
    const guards = new Map((await guardsOf(trx, params.consumerId)).map((one) => [one.id, one]));
    const told: ShedPlanWire[] = [];
    for (const plan of await plansOf(trx, { consumerId: params.consumerId })) {
      const now = Date.now();
      const guard = guards.get(plan.guardId);
      const guarded = guard ? await guardNow(trx, guard, now) : undefined;
      const enabled = await mayAct(services.system, plan);
      told.push(await planWire(trx, plan, { guarded, proven, now, enabled }));
    }
    return told;
  },
});

interface At {
  readonly guarded: Guarded | undefined;
  readonly proven: number | null;
  readonly now: number;
  /** It may act. */
  readonly enabled: boolean;
}

async function planWire(
  trx: Db,
  plan: PlanRow,
  { guarded, proven, now, enabled }: At,
): Promise<ShedPlanWire> {
  const { arming, run } = plan;
  const at = guarded ? await planNow(trx, plan, guarded, now) : undefined;
  const loads = at?.loads ?? (await loadsOf(trx, plan, now));
  const needed = at ? neededNow(at.view) : null;
  // What waits for approval is shown as it will be approved.
  const sequence = sequenceOf(loads, needed ?? 0n);
  const wanted =
    run?.state === 'proposed'
      ? run.sequence.map(({ controlId }) => controlId)
      : sequence.map(({ id: controlId }) => controlId);
  const places = new Map(wanted.map((controlId, i) => [controlId, i + 1]));
  const { list } = run ? await runWires(trx, { runId: run.id, limit: 1, offset: 0 }) : { list: [] };
  return {
    planId: plan.id,
    planName: plan.planName,
    inUse: plan.inUse,
    guardName: plan.guardName,
    timeZone: plan.timeZone,
    holdSeconds: plan.holdSeconds,
    gapSeconds: plan.gapSeconds,
    marginPercent: plan.marginPercent,
    armedByName: enabled ? (arming?.byName ?? null) : null,
    armedAt: enabled ? (arming?.armedAt ?? null) : null,
    automatic: enabled && arming?.automatic === true,
    changed: plan.inUse && arming !== null && !enabled,
    window: guarded ? windowWire(guarded, needed, sequence) : null,
    loads: loads
      .map((one) => loadWire(one, run !== null, places.get(one.id) ?? null))
      .toSorted((a, b) => a.priority - b.priority || a.controlCode.localeCompare(b.controlCode)),
    run: list[0] ?? null,
    provenUntil: proven,
    now,
  };
}

const windowWire = (
  { from, limit, power, basis, projection }: Guarded,
  needed: bigint | null,
  sequence: readonly Load[],
): ShedWindowWire => ({
  from,
  to: from + QUARTER_MS,
  limit: kW(limit),
  power: power === null ? null : kW(power),
  basis,
  projected: projection ? kW(projection.end) : null,
  needed: needed === null ? null : kW(needed),
  covers: kW(powerOf(sequence)),
});

const loadWire = (
  { plan, output, power, sheds, part, on }: LoadNow,
  running: boolean,
  place: number | null,
): ShedLoadWire => ({
  controlId: plan.controlId,
  controlCode: output.controlCode,
  controlName: output.controlName,
  siteName: output.siteName,
  priority: plan.priority,
  promised: plan.promised,
  ammeterName: output.ammeterName,
  power: power === null ? null : Number(power),
  sheds: kW(sheds),
  minimumOff: plan.minimumOff,
  on,
  hindrance: output.offHindrance,
  part: running ? part.kind : null,
  place,
});

const getRuns = defineRoute({
  method: 'GET',
  path: '/api/archive/shedPlan/getRuns',
  summary: { zh: '减载：历次减载', en: 'Shedding: what was shed' },
  permission: rightOf('view'),
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    planId: id().optional(),
    toApprove: z.coerce.number().int().min(0).max(1).optional(),
  }),
  example: { pageSize: 20 },
  handler: async ({ trx, params }): Promise<Page<ShedRunWire>> => {
    const { current, pageSize } = pageOf(params);
    const { list, total } = await runWires(trx, {
      consumerId: params.consumerId,
      planId: params.planId,
      proposed: params.toApprove === 1,
      limit: pageSize,
      offset: (current - 1) * pageSize,
    });
    return { list, pagination: { current, pageSize, total } };
  },
});

const getRun = defineRoute({
  method: 'GET',
  path: '/api/archive/shedPlan/getRun',
  summary: { zh: '减载：一次减载及其每一步', en: 'Shedding: one run with its loads and steps' },
  permission: rightOf('view'),
  params: z.object({ runId: id() }),
  example: { runId: 1 },
  handler: async ({ trx, params: { runId } }): Promise<ShedRunDetail> => {
    const { list } = await runWires(trx, { runId, limit: 1, offset: 0 });
    const [run] = list;
    const plan = run && (await planOf(trx, run.planId));
    if (!run || !plan) throw noSuchRow();
    // Its loads as that run left them, whatever the plan does now.
    const loads = await loadsOf(trx, plan, Date.now(), runId);
    return {
      run,
      loads: loads.filter(({ commanded }) => commanded).map(runLoad),
      steps: await stepWires(trx, runId),
    };
  },
});

const runLoad = ({ output, part, sheds, facts }: LoadNow): RunLoadWire => ({
  controlId: output.controlId,
  controlCode: output.controlCode,
  controlName: output.controlName,
  part: part.kind,
  promised: kW(sheds),
  verified: facts.verified === null ? null : Number(facts.verified),
  ammeterName: output.ammeterName,
  off: facts.off && { commandId: facts.off.id, state: facts.off.state, at: facts.off.at },
  on: facts.on && { commandId: facts.on.id, state: facts.on.state, at: facts.on.at },
});

export const stateRoutes = [getState, getRuns, getRun];
