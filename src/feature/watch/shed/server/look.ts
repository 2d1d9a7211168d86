import { sql } from 'kysely';
import { isHindered, neededNow, nextMove, sequenceOf } from '#domain/control/shed.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { type Guarded, guardNow, guardsOf } from '#feature/money/demand/server/public.ts';
import { giveOrder } from '#feature/watch/control/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { mayAct, type OpenRun, planOf, type PlanRow } from './plan.ts';
import { beginRun, endRun, keepHindered, keepWaits, renewProposal, takeBackOf, writeStep } from './run.ts';
import { endProposal, tellLeft, tellProposal } from './telling.ts';
import { type LoadNow, loadsOf, planNow, type PlanNow } from './view.ts';

// Any fixed number; it keeps several workers from moving one plan at once.
const LOCK = 0x4d48_5348;
/** With less of a window left nothing new is begun, ms. */
const LATEST_MS = 2 * MINUTE_MS;

/**
 * Looks once at a plan: begins, goes on with, or ends its run. One command at most is given, in the transaction that
 * writes down that it was. @param now ms
 */
export async function lookAtPlan(db: Db, planId: number, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}, ${planId}) as mine`.execute(trx);
    if (!rows[0]?.mine) return;
    // Whoever stops a run, or disables its plan, waits for this look, or this look for them: nothing is given afterwards.
    await sql`select from shed_arming where plan_id = ${planId} for no key update`.execute(trx);
    await sql`select from shed_run where plan_id = ${planId} and state <> 'ended' for update`.execute(trx);
    const plan = await planOf(trx, planId);
    if (!plan) return;
    const guard = (await mayAct(trx, plan))
      ? (await guardsOf(trx, plan.consumerId)).find(({ id }) => id === plan.guardId)
      : undefined;
    if (!guard) return disabled(trx, plan, now);
    const guarded = await guardNow(trx, guard, now);
    const at = await planNow(trx, plan, guarded, now);
    const { run } = plan;
    if (run === null) await mayBegin(trx, plan, guarded, at);
    else if (run.state === 'proposed') await proposed(trx, plan, run, guarded, at);
    else await goOn(trx, plan, run, at);
  });
}

/** Nobody allows it any more: what is off stays off and people are told. */
async function disabled(trx: Db, plan: PlanRow, now: number): Promise<void> {
  const { run, consumerId, id } = plan;
  if (!run) return;
  await takeBackOf(trx, run.id, { id: null, name: null });
  await endRun(trx, { id: run.id, consumerId }, 'notEnabled');
  await endProposal(trx, id);
  await tellOpen(trx, plan, now);
}

/** Tells of the loads that the run of a plan switched off and did not bring back. */
export async function tellOpen(trx: Db, plan: PlanRow, now: number): Promise<void> {
  const loads = await loadsOf(trx, plan, now);
  await tellLeft(trx, plan, loads.filter(isOpen), now);
}

/** A load that the run touched, that nobody took over, and that is not proven to be on again. */
const isOpen = ({ part, takenNow, commanded }: LoadNow): boolean =>
  commanded && !takenNow && (part.kind === 'left' || part.kind === 'shed' || part.kind === 'underWay');

async function mayBegin(trx: Db, plan: PlanRow, guarded: Guarded, { view }: PlanNow): Promise<void> {
  const needed = neededNow(view);
  // A power that is not known for a moment does not begin the wait anew.
  if (needed === null) return;
  const since = plan.arming?.needSince ?? null;
  if (needed === 0n || since === null) {
    if (needed > 0n !== (since !== null))
      await sql`update shed_arming set need_since = ${needed > 0n ? new Date(view.now) : null} where plan_id = ${plan.id}`.execute(
        trx,
      );
    if (needed === 0n || plan.holdSeconds > 0) return;
  }
  if (view.now - (since ?? view.now) < plan.holdSeconds * 1000) return;
  if (guarded.from + QUARTER_MS - view.now < LATEST_MS) return;
  const sequence = sequenceOf(view.loads, needed);
  if (sequence.length === 0 || (await declined(trx, plan.id, guarded.from))) return;
  await beginRun(trx, plan, guarded, needed, sequence);
  if (plan.arming?.automatic !== true) await tellProposal(trx, plan, needed, sequence, view.now);
}

/** A person stopped a run of this window, or turned it down: until the next window that stands. @param from ms */
async function declined(trx: Db, planId: number, from: number): Promise<boolean> {
  const { rows } =
    await sql`select from shed_run where plan_id = ${planId} and reason in ('stopped', 'turnedDown')
    and (window_from = ${new Date(from)} or ended_at >= ${new Date(from)}) limit 1`.execute(trx);
  return rows.length > 0;
}

async function proposed(
  trx: Db,
  plan: PlanRow,
  run: OpenRun,
  guarded: Guarded,
  { view }: PlanNow,
): Promise<void> {
  const needed = neededNow(view);
  const over = view.now >= run.windowFrom + QUARTER_MS - MINUTE_MS;
  if (over || needed === 0n) {
    await endRun(trx, { id: run.id, consumerId: plan.consumerId }, over ? 'expired' : 'noNeed');
    await endProposal(trx, plan.id);
    return;
  }
  if (needed === null) return;
  const sequence = sequenceOf(view.loads, needed);
  await renewProposal(trx, run.id, guarded, needed, sequence);
  await tellProposal(trx, plan, needed, sequence, view.now);
}

async function goOn(trx: Db, plan: PlanRow, run: OpenRun, { view, loads }: PlanNow): Promise<void> {
  const own = { id: run.id, consumerId: plan.consumerId };
  for (const { id, takenNow } of loads)
    if (takenNow) await writeStep(trx, own, { kind: 'taken', controlId: id });
  await keepHindered(trx, run.id, isHindered(loads) ? (run.hinderedSince ?? view.now) : null);
  const move = nextMove(view);
  if (move.kind === 'wait') return keepWaits(trx, run.id, move.why);
  if (move.kind === 'end') {
    const open = loads.filter(isOpen);
    const touched = loads.some(({ commanded }) => commanded);
    await endRun(trx, own, open.length > 0 ? 'left' : touched ? 'restored' : 'noNeed');
    return tellLeft(trx, plan, open, view.now);
  }
  await keepWaits(trx, run.id, null);
  const load = loads.find(({ id }) => id === move.id);
  if (load) await command(trx, plan, run, load, move.kind);
}

/** In whose name: of who approved the run; of outputs for two persons of who enabled the plan, approved by the other. */
function givenBy({ planName, arming }: PlanRow, run: OpenRun, twoPersons: boolean) {
  const name = (one: string | null): string => `${planName}（${one ?? ''}）`;
  if (!twoPersons || !arming || run.byId === null) return { byId: run.byId, byName: name(run.byName) };
  const approvedBy = { id: run.byId, name: run.byName ?? '' };
  return { byId: arming.byId, byName: name(arming.byName), approvedBy };
}

/** Gives the one command of a run for a load in one direction, and writes down that it was given. */
async function command(
  trx: Db,
  plan: PlanRow,
  run: OpenRun,
  load: LoadNow,
  kind: 'off' | 'on',
): Promise<void> {
  const given = await giveOrder(trx, load.id, {
    source: 'shed',
    key: `shed ${run.id} ${load.id} ${kind}`,
    target: kind === 'off' ? 0 : 1,
    ...givenBy(plan, run, load.output.twoPersons),
    remark: plan.guardName,
  });
  if (!given) return;
  await writeStep(
    trx,
    { id: run.id, consumerId: plan.consumerId },
    {
      kind,
      controlId: load.id,
      commandId: given.id,
      power: microToText(kind === 'off' ? load.sheds : load.returns),
    },
  );
}
