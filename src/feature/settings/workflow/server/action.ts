import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import { id } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { REQUEST_ACTIONS } from '#contract/workflow.ts';
import type { RequestAction } from '#contract/workflow.ts';
import { isAmong } from '../domain/course.ts';
import { act, actIn } from './act.ts';
import type { Outcome } from './act.ts';
import { turnTarget } from './choose.ts';
import { actorOf, loadWorkflows } from './flow.ts';
import { addDraft, keepParams, readRequest } from './store.ts';

const NOTE = z.string().trim().max(300).optional();
const version = z.coerce.number().int().min(0).optional();
/** What is filled in, by code: an object or its JSON. */
const filled = z.preprocess(
  (raw) => (typeof raw === 'string' ? readJson(raw) : raw),
  z.record(z.string().max(30), z.unknown()),
);

const one = { id: id(), version, note: NOTE };

function action<S extends z.ZodType<{ id: number; version?: number | undefined; note?: string | undefined }>>(
  verb: string,
  name: RequestAction,
  permission: string,
  params: S,
  example: Readonly<Record<string, unknown>>,
  more: (call: Call<z.output<S>>) => Promise<object> = async () => ({}),
) {
  const { zh, en }: Text = REQUEST_ACTIONS[name];
  return defineRoute({
    method: 'POST',
    path: `/api/sys/workflowRequest/${verb}`,
    summary: { zh: `流程申请：${zh}`, en: `Requests: ${en.toLowerCase()}` },
    permission,
    params,
    example,
    handler: async (call): Promise<Outcome> => {
      const { id: requestId, version: seen, note } = call.params;
      return act(call, { id: requestId, action: name, seen, note, ...(await more(call)) });
    },
  });
}

const application = z.object({
  /** A draft to send; without it a new request is made. */
  id: id().optional(),
  version,
  workflowId: id().optional(),
  workflowCode: z.string().max(30).optional(),
  title: z.string().trim().min(1).max(120).optional(),
  consumerId: id().optional(),
  params: filled.optional(),
});
type Application = z.output<typeof application>;

/** The enterprise that a request is for: the one given, the only one of an account; operators need none. */
async function ownerOf(trx: Db, { caller, params }: Call<Application>): Promise<number | null> {
  const { scope } = caller;
  const given = params.consumerId;
  if (given === undefined && scope === 'all') return null;
  const owner = given ?? (scope === 'all' ? undefined : scope[0]);
  const { rows } = await sql`select 1 from consumer where id = ${owner ?? null}`.execute(trx);
  if (owner === undefined || rows.length === 0 || (scope !== 'all' && !scope.includes(owner)))
    throw badInput({ zh: '企业：没有此企业', en: 'Enterprise: there is no such enterprise' }, 'consumerId');
  return owner;
}

/** Makes a draft, or changes the own one. @returns its id */
async function keepDraft(trx: Db, call: Call<Application>): Promise<number> {
  const { caller, params } = call;
  if (params.id === undefined) return newDraft(trx, call);
  const request = await readRequest(trx, params.id, true);
  if (request.applicantId !== caller.employeeId) throw noSuchRow();
  if (request.state !== '0' && request.state !== '2' && request.state !== '5')
    throw conflict({ zh: '申请已提交', en: 'The request has been sent' });
  if (params.title)
    await sql`update workflow_request set request_title = ${params.title} where id = ${params.id}`.execute(
      trx,
    );
  if (params.params) await keepParams(trx, request, null, textsOf(params.params));
  return params.id;
}

async function newDraft(trx: Db, call: Call<Application>): Promise<number> {
  const { caller, params } = call;
  const inUse = await loadWorkflows(trx);
  const workflow = inUse.find(
    (known) => known.id === params.workflowId || known.code === params.workflowCode,
  );
  if (!workflow)
    throw badInput({ zh: '流程：没有此流程或已停用', en: 'Workflow: there is none in use' }, 'workflowId');
  const { starters } = workflow;
  if (starters.length > 0 && !isAmong(starters, await actorOf(trx, caller))) throw forbidden();
  if (!params.title) throw badInput({ zh: '标题：必填', en: 'Title: is required' }, 'title');
  const consumerId = await ownerOf(trx, call);
  const id = await addDraft(trx, {
    workflowId: workflow.id,
    title: params.title,
    consumerId,
    applicantId: caller.employeeId,
    applicantName: caller.name,
    applicantPhone: null,
    applicantMail: null,
  });
  await keepParams(trx, { id, consumerId }, null, textsOf(params.params ?? {}));
  return id;
}

/** A draft may be incomplete: what is no text yet is left out, what is asked for is checked when it is sent. */
const textsOf = (raw: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw).flatMap(([code, value]) =>
      /^\w{1,30}$/.test(code) && (typeof value === 'string' || typeof value === 'number') && value !== ''
        ? [[code, String(value).slice(0, 2000)]]
        : [],
    ),
  );

const saveDraft = defineRoute({
  method: 'POST',
  path: '/api/sys/workflowRequest/saveDraft',
  summary: { zh: '流程申请：保存草稿', en: 'Requests: keep a draft' },
  permission: 'workflow.apply',
  params: application,
  example: { workflowCode: 'general', title: 'A new lamp', params: { content: 'for the switch room' } },
  handler: (call) =>
    call.services.system.transaction().execute(async (trx) => ({ id: await keepDraft(trx, call) })),
});

const delDraft = defineRoute({
  method: 'POST',
  path: '/api/sys/workflowRequest/delDraft',
  summary: { zh: '流程申请：删除自己的草稿', en: 'Requests: delete the own draft' },
  permission: 'workflow.apply',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ params, caller, services }) =>
    services.system.transaction().execute(async (trx) => {
      const request = await readRequest(trx, params.id, true);
      if (request.applicantId !== caller.employeeId) throw noSuchRow();
      if (request.state !== '0' || request.course.version > 0)
        throw conflict({ zh: '只能删除草稿', en: 'Only a draft can be deleted' });
      await sql`delete from workflow_param_data where request_id = ${params.id}`.execute(trx);
      await sql`delete from workflow_proc_info where request_id = ${params.id}`.execute(trx);
      await sql`delete from workflow_request where id = ${params.id}`.execute(trx);
      return null;
    }),
});

const apply = defineRoute({
  method: 'POST',
  path: '/api/sys/workflowRequest/apply',
  summary: { zh: '流程申请：提交', en: 'Requests: apply' },
  permission: 'workflow.apply',
  params: application,
  example: { workflowCode: 'general', title: 'A new lamp', params: { content: 'for the switch room' } },
  handler: (call): Promise<Outcome> =>
    call.services.system.transaction().execute(async (trx) => {
      const { caller, params } = call;
      const requestId = await keepDraft(trx, call);
      const what = { id: requestId, action: 'apply', seen: params.version, params: params.params } as const;
      return actIn({ ...call, trx }, await actorOf(trx, caller), what);
    }),
});

const turning = z.object({
  ...one,
  kind: z.enum(['person', 'role', 'org']),
  target: id(),
});

export const actionRoutes = [
  saveDraft,
  delDraft,
  apply,
  action(
    'reapply',
    'reapply',
    'workflow.apply',
    z.object({ ...one, params: filled.optional() }),
    { id: 10, params: { content: 'with the drawing' } },
    async ({ params }) => (params.params ? { params: params.params } : {}),
  ),
  action('agree', 'agree', 'workflow.handle', z.object(one), { id: 1, note: 'as it should be' }),
  action(
    'agreeWithParams',
    'agreeWithParams',
    'workflow.handle',
    z.object({ ...one, params: filled }),
    { id: 7, params: { amount: '1200' } },
    async ({ params }) => ({ params: params.params }),
  ),
  action('disagree', 'disagree', 'workflow.handle', z.object(one), { id: 2, note: 'the drawing is missing' }),
  action('callback', 'callback', 'workflow.request', z.object(one), { id: 8 }),
  action('stop', 'stop', 'workflow.request', z.object(one), { id: 9 }),
  action('turnOrg', 'turn', 'workflow.handle', turning, { id: 3, kind: 'role', target: 2 }, async (call) => ({
    to: await turnTarget(call, call.params.kind, call.params.target),
  })),
  action('readState', 'read', 'workflow.request', z.object({ id: id(), version, note: NOTE }), { id: 4 }),
];
