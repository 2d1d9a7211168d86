import { sql } from 'kysely';
import * as z from 'zod';
import { CONTROL_REASONS } from '#contract/control.ts';
import { badInput, conflict, Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { proveForSession } from '#feature/house/session/server/public.ts';
import { code, password, passwordNeeded, provenOf, rightOf } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { seenPlan } from './armRoute.ts';
import { tellOpen } from './look.ts';
import { mayAct, planOf, type PlanRow } from './plan.ts';
import { endRun, takeBackOf, writeStep } from './run.ts';
import { endProposal } from './telling.ts';

/** The plan of a run that the caller sees whole. @throws Fault 404 */
async function planOfRun(trx: Db, runId: number): Promise<number> {
  const { rows } = await sql<{ planId: number }>`
    select plan_id as "planId" from shed_run where id = ${runId}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return (await seenPlan(trx, rows[0].planId)).id;
}

/** Does something with an open run while nobody else moves it. @throws Fault 409 where it is over */
function withRun<T>(
  db: Db,
  planId: number,
  runId: number,
  act: (trx: Db, plan: PlanRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select from shed_run where id = ${runId} for update`.execute(trx);
    const plan = await planOf(trx, planId);
    if (plan?.run?.id !== runId) throw over();
    return act(trx, plan);
  });
}

/** Some of the outputs are for two persons. */
async function needTwo(trx: Db, ids: readonly number[]): Promise<boolean> {
  const { rows } =
    await sql`select from i_remote_control where id = any (${ids}::integer[]) and two_persons limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

const another = () =>
  conflict(
    {
      zh: '次序已随预测改变，有未显示过的负荷，请再看一遍后批准',
      en: 'The sequence followed the forecast and names a load that was not shown: look at it again, then approve',
    },
    'controlIds',
  );

const SHOWN = {
  zh: 'controlIds：批准时必填，为所看到的遥控点',
  en: 'controlIds: is required to agree: the outputs that were shown',
};

const over = () => conflict({ zh: '此次减载已结束', en: 'This run is over' }, 'runId');

const approve = defineRoute({
  method: 'POST',
  path: '/api/archive/shedPlan/approve',
  summary: {
    zh: '减载：批准本次减载的整个次序，或不同意',
    en: 'Shedding: approve the whole sequence of a run, or turn it down',
  },
  permission: rightOf('approve'),
  params: z.object({
    runId: id(),
    agreed: z.coerce.number().int().min(0).max(1).default(1),
    /** The outputs that the approver was shown, joined by commas; needed to agree. Where the sequence names another one, it is looked at again. */
    controlIds: z
      .string()
      .max(2000)
      .regex(/^\d+(,\d+)*$/)
      .optional(),
    password,
    code,
  }),
  example: { runId: 1, agreed: 1, controlIds: '1,2' },
  handler: async (call): Promise<{ state: 'active' | 'ended' }> => {
    const { trx, caller, params, services } = call;
    const { runId } = params;
    if (params.agreed === 1 && params.controlIds === undefined) throw badInput(SHOWN, 'controlIds');
    const planId = await planOfRun(trx, runId);
    if (params.password !== undefined) await proveForSession(call, params.password, 'password');
    if ((await provenOf(call)) === null) throw passwordNeeded();
    const by = { id: caller.employeeId, name: caller.name };
    return withRun(services.system, planId, runId, async (own, plan) => {
      if (plan.run?.state !== 'proposed')
        throw conflict({ zh: '此次减载已批准', en: 'This run was approved already' }, 'runId');
      const run = { id: runId, consumerId: plan.consumerId };
      const note = { byId: by.id, byName: by.name };
      await endProposal(own, plan.id);
      if (params.agreed === 0) {
        await writeStep(own, run, { kind: 'turnedDown', ...note });
        await endRun(own, run, 'turnedDown', by);
        return { state: 'ended' };
      }
      if (!(await mayAct(own, plan)))
        throw conflict(
          { zh: '方案已停用或已改变，须重新启用', en: 'The plan was disabled or changed; enable it anew' },
          'runId',
        );
      const named = plan.run.sequence.map(({ controlId }) => controlId);
      const shown = params.controlIds?.split(',').map(Number);
      if (!shown || named.some((controlId) => !shown.includes(controlId))) throw another();
      if (plan.arming?.byId === by.id && (await needTwo(own, named)))
        throw new Fault(403, CONTROL_REASONS.ownRequest);
      await sql`update shed_run set state = 'active', approved_controls = ${named}::integer[], approved_by_id = ${by.id}, approved_by_name = ${by.name},
        approved_at = clock_timestamp(), by_id = ${by.id}, by_name = ${by.name} where id = ${runId}`.execute(
        own,
      );
      await writeStep(own, run, { kind: 'approved', ...note });
      return { state: 'active' };
    });
  },
});

/** From now on the run switches nothing: what is off stays off, and is brought back by people. */
const stop = defineRoute({
  method: 'POST',
  path: '/api/archive/shedPlan/stop',
  summary: { zh: '减载：停止本次减载', en: 'Shedding: stop a run' },
  permission: rightOf('operate'),
  params: z.object({ runId: id() }),
  example: { runId: 1 },
  handler: async ({ trx, caller, params: { runId }, services }): Promise<{ state: 'ended' }> => {
    const planId = await planOfRun(trx, runId);
    return withRun(services.system, planId, runId, async (own, plan) => {
      await endProposal(own, plan.id);
      const by = { id: caller.employeeId, name: caller.name };
      await takeBackOf(own, runId, by);
      await tellOpen(own, plan, Date.now());
      const run = { id: runId, consumerId: plan.consumerId };
      await endRun(own, run, 'stopped', by);
      return { state: 'ended' };
    });
  },
});

export const runRoutes = [approve, stop];
