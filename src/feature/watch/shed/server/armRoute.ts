import { sql } from 'kysely';
import * as z from 'zod';
import { conflict, noSuchRow } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { id } from '#contract/param.ts';
import { proveForSession } from '#feature/house/session/server/public.ts';
import { code, outputsNow, password, passwordNeeded, provenOf, rightOf, type StoppedBy } from '#feature/watch/control/server/public.ts'; // prettier-ignore
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { keepArming, planOf, type PlanRow } from './plan.ts';
import { takeBackOf } from './run.ts';

/** The caller sees the plan and each of its loads: nobody allows what he does not see. @throws Fault 404 */
export async function seenPlan(trx: Db, planId: number): Promise<PlanRow> {
  const plan = await planOf(trx, planId);
  if (!plan) throw noSuchRow();
  const seen = await outputsNow(trx, plan.controlIds);
  if (seen.length < plan.controlIds.length) throw noSuchRow();
  return plan;
}

/** Enables a plan as it stands, or disables it. */
const arm = defineRoute({
  method: 'POST',
  path: '/api/archive/shedPlan/arm',
  summary: {
    zh: '减载：启用（本人密码）或停用方案',
    en: 'Shedding: enable a plan with the own password, or disable it',
  },
  permission: rightOf('operate'),
  params: z.object({
    planId: id(),
    armed: z.coerce.number().int().min(0).max(1),
    /** Its runs need not be approved. */
    automatic: z.coerce.number().int().min(0).max(1).default(0),
    password,
    code,
  }),
  example: { planId: 1, armed: 0 },
  handler: async (call): Promise<{ armed: boolean; automatic: boolean }> => {
    const { trx, caller, params, services } = call;
    if (params.armed === 0) {
      const plan = await planOf(trx, params.planId);
      if (!plan) throw noSuchRow();
      await disarm(services.system, plan.id, { id: caller.employeeId, name: caller.name });
      return { armed: false, automatic: false };
    }
    const plan = await seenPlan(trx, params.planId);
    if (params.password !== undefined) await proveForSession(call, params.password, 'password');
    if ((await provenOf(call)) === null) throw passwordNeeded();
    if (!plan.inUse) throw conflict({ zh: '方案已停用', en: 'The plan is out of use' }, 'planId');
    await refuseSecond(services.system, plan);
    const automatic = params.automatic === 1;
    const two = (await outputsNow(trx, plan.controlIds)).find(({ twoPersons }) => twoPersons);
    if (automatic && two) throw conflict(twoText(two.controlCode), 'automatic');
    await keepArming(services.system, plan.id, { id: caller.employeeId, name: caller.name, automatic });
    return { armed: true, automatic };
  },
});

/** Disables a plan, with what its run gave and what has not left yet. */
const disarm = (system: Db, planId: number, by: StoppedBy): Promise<void> =>
  system.transaction().execute(async (own) => {
    // A look that is under way holds this row: what it gives is seen below.
    await sql`delete from shed_arming where plan_id = ${planId}`.execute(own);
    const run = (await planOf(own, planId))?.run;
    if (run) await takeBackOf(own, run.id, by);
  });

const twoText = (code: string): Text => ({
  zh: `${code} 须两人操作：每次减载须经批准，不能自动执行`,
  en: `${code} needs two persons: each run must be approved, the plan cannot act by itself`,
});

/** Two plans of a limit would shed for the same need twice. */
async function refuseSecond(db: Db, { id: planId, guardId }: PlanRow): Promise<void> {
  const { rows } = await sql<{ name: string }>`select p.plan_name as name from shed_arming a
    join shed_plan p on p.id = a.plan_id where a.guard_id = ${guardId} and a.plan_id <> ${planId}`.execute(
    db,
  );
  const [other] = rows;
  if (other)
    throw conflict(
      {
        zh: `该限值已启用方案“${other.name}”，请先停用`,
        en: `The plan “${other.name}” of this limit is enabled; disable it first`,
      },
      'planId',
    );
}

export const armRoutes = [arm];
