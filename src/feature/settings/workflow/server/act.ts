import { sql } from 'kysely';
import { badInput, conflict, Fault, noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { isAmong, isWithin, speaksFor } from '../domain/course.ts';
import type { Handler, Move, Step } from '../domain/course.ts';
import { readParams } from '../domain/param.ts';
import type { ParamSpec } from '../domain/param.ts';
import { step } from '../domain/step.ts';
import { AGREED, REFUSED, STOPPED, WITHDRAWN } from '../contract.ts';
import type { RequestAction, RequestState } from '#contract/workflow.ts';
import { type Ending, endingOf } from './ending.ts';
import { actorOf, flowFor, loadWorkflows } from './flow.ts';
import type { NamedActor, Workflow } from './flow.ts';
import { keepMove, keepParams, paramsOf, readRequest } from './store.ts';
import type { StoredRequest } from './store.ts';
import { tellApplicant } from './tell.ts';
import { tellHandlers } from './tellHandlers.ts';

export interface Act {
  readonly id: number;
  readonly action: RequestAction;
  /** The version that the person looked at. */
  readonly seen?: number | undefined;
  readonly note?: string | undefined;
  readonly to?: Handler | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** What became of the request. */
export interface Outcome {
  readonly id: number;
  readonly state: RequestState;
  readonly version: number;
}

/**
 * Does one action in a transaction of its own that holds the request: of two who act at once the second waits and is
 * told. The transaction is the system's, as the request may lie outside the actor's enterprises; who may do what is
 * decided here.
 * @throws Fault 400, 403, 404, 409
 */
export async function act(call: SlotCall, what: Act): Promise<Outcome> {
  return call.services.system.transaction().execute(async (trx) => {
    const actor = await actorOf(trx, call.caller);
    return actIn({ ...call, trx }, actor, what);
  });
}

/** The same in a transaction of the system that is open already. */
export async function actIn(call: SlotCall, actor: NamedActor, what: Act): Promise<Outcome> {
  const { trx } = call;
  const request = await readRequest(trx, what.id, true);
  if (!(await maySee(trx, request, actor))) throw noSuchRow();
  const [workflow] = await loadWorkflows(trx, { id: request.workflowId });
  if (!workflow) throw noSuchRow();
  const { action } = what;
  const sets = action === 'apply' || action === 'reapply';
  // A request that goes back to the node that refused it keeps to the workflow that it set out on.
  const again = action === 'reapply' && workflow.flow.reapplyFrom === 'refusing';
  const flow = request.flow && (!sets || again) ? request.flow : flowFor(workflow.flow, request.consumerId);
  const move: Move = {
    action,
    seen: what.seen,
    note: what.note,
    to: what.to && { ...what.to, consumerId: request.consumerId },
  };
  const done = step(flow, request.course, actor, move);
  if (!done.ok) throw await refusalOf(trx, request.id, done);
  const { onReapplied } = endingOf(workflow.code);
  const said = action === 'reapply' ? await onReapplied?.(await endingFor(call, request, '')) : undefined;
  const filled = said ? { ...what.params, ...said } : what.params;
  if (sets && filled) await fillIn(trx, request, null, workflow.params, filled);
  if (sets && !filled) await checkFilled(trx, request, workflow);
  const node = request.course.node === null ? undefined : flow.nodes[request.course.node];
  if (action === 'agreeWithParams' && node)
    await fillIn(trx, request, node.id, node.fields, what.params ?? {});
  const { course, entry } = done;
  if (action === 'read')
    await sql`insert into workflow_read (request_id, employee_id) values (${request.id}, ${actor.employeeId})
      on conflict do nothing`.execute(trx);
  if (entry) {
    const by = { employeeId: actor.employeeId || null, name: actor.name, note: what.note?.trim() ?? '' };
    await keepMove(trx, request, flow, course, entry, by);
    await tellHandlers(trx, request, flow, course, by.employeeId);
    await atEnd(call, request, workflow, course.state, by.note);
  }
  return { id: request.id, state: course.state, version: course.version };
}

async function refusalOf(trx: Db, requestId: number, refused: Extract<Step, { ok: false }>): Promise<Fault> {
  if (refused.kind === 'input') return badInput(refused.why, refused.field);
  if (refused.kind === 'state') return conflict(refused.why);
  const { rows } = await sql<{ name: string | null }>`select actor_name as name from workflow_proc_info
    where request_id = ${requestId} and action not in ('note', 'read') order by id desc limit 1`.execute(trx);
  const who = rows[0]?.name;
  if (refused.kind === 'handled' && who)
    return conflict({
      zh: `该申请刚刚已由${who}处理，请刷新后查看`,
      en: `${who} has just handled the request, look at it again`,
    });
  return refused.kind === 'handled' ? conflict(refused.why) : new Fault(403, refused.why);
}

async function fillIn(
  trx: Db,
  request: StoredRequest,
  nodeId: number | null,
  specs: readonly ParamSpec[],
  raw: Readonly<Record<string, unknown>>,
): Promise<void> {
  const reading = readParams(specs, raw);
  if ('problem' in reading) throw badInput(reading.problem, reading.field);
  await keepParams(trx, request, nodeId, reading.values);
}

/** A draft sets out with what was filled in before. */
async function checkFilled(trx: Db, request: StoredRequest, workflow: Workflow): Promise<void> {
  const kept = (await paramsOf(trx, request.id)).filter((one) => one.nodeId === null);
  const known = kept.filter((one) => workflow.params.some((spec) => spec.code === one.code));
  const reading = readParams(workflow.params, Object.fromEntries(known.map((one) => [one.code, one.value])));
  if ('problem' in reading) throw badInput(reading.problem, reading.field);
}

/** At an end the feature behind the workflow does its part, and the applicant is told. */
async function atEnd(
  call: SlotCall,
  request: StoredRequest,
  workflow: Workflow,
  state: RequestState,
  note: string,
): Promise<void> {
  if (state !== REFUSED && state !== AGREED && state !== STOPPED && state !== WITHDRAWN) return;
  const { trx } = call;
  const handler = endingOf(workflow.code);
  const follow =
    state === AGREED ? handler.onAgreed : state === WITHDRAWN ? handler.onWithdrawn : handler.onRefused;
  await follow?.(await endingFor(call, request, note));
  if (state === WITHDRAWN) return;
  // One who has an account may apply again with what was sent; an outside person sends it anew.
  if (state !== REFUSED || request.applicantId === null)
    await sql`delete from workflow_secret where request_id = ${request.id}`.execute(trx);
  // A feature that has something to say at the end (the name of a new account) says it itself.
  if (state !== AGREED || !handler.onAgreed) await tellApplicant(trx, request, state, note);
}

/** A request as the feature behind its workflow sees it. */
async function endingFor(call: SlotCall, request: StoredRequest, note: string): Promise<Ending> {
  const { rows } = await sql<{ data: Record<string, string> }>`
    select data from workflow_secret where request_id = ${request.id}`.execute(call.trx);
  return {
    call,
    requestId: request.id,
    title: request.title,
    consumerId: request.consumerId,
    applicant: {
      employeeId: request.applicantId,
      name: request.applicantName,
      phone: request.applicantPhone,
      mail: request.applicantMail,
    },
    params: Object.fromEntries((await paramsOf(call.trx, request.id)).map((one) => [one.code, one.value])),
    secret: rows[0]?.data ?? {},
    note,
  };
}

/** Whether a person may see a request: the own, what is or was with one, copies, and administrators in their scope. */
export async function maySee(system: Db, request: StoredRequest, actor: NamedActor): Promise<boolean> {
  if (request.applicantId !== null && request.applicantId === actor.employeeId) return true;
  if (request.course.seats.some((seat) => speaksFor(seat.handler, actor))) return true;
  const { admins = [], copies = [] } = request.flow ?? {};
  // A person named is meant wherever they are; a role is meant inside the scope of who holds it.
  if (copies.some((one) => one.employeeId === actor.employeeId)) return true;
  if (isWithin(actor, request.consumerId) && request.state !== '0' && isAmong(copies, actor)) return true;
  if (isWithin(actor, request.consumerId) && (actor.admin || isAmong(admins, actor))) return true;
  const { rows } = await sql`select 1 from workflow_proc_info
    where request_id = ${request.id} and actor_id = ${actor.employeeId} limit 1`.execute(system);
  return rows.length > 0;
}
