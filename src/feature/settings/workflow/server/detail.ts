import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { defineRoute } from '#server/route.ts';
import { nameIn, signedIn } from '#server/resource/nameIn.ts';
import type { Db } from '#server/database/db.ts';
import type { HistoryWire, ParamAsked, RequestDetail, StepWire } from '../contract.ts';
import { handlerName, openSeats } from '../domain/course.ts';
import type { Course, Flow } from '../domain/course.ts';
import type { ParamSpec } from '../domain/param.ts';
import { actionsOf } from '../domain/step.ts';
import { maySee } from './act.ts';
import { endingOf } from './ending.ts';
import { actorOf, flowFor, loadWorkflows } from './flow.ts';
import type { Workflow } from './flow.ts';
import { paramsOf, readRequest } from './store.ts';

/** What is asked for, in words of one language. */
export const askedOf = (specs: readonly ParamSpec[], language: Language): ParamAsked[] =>
  specs.map((spec) => ({ ...spec, name: textIn(spec.name, language) }));

function stepsOf(flow: Flow, course: Course, language: Language): StepWire[] {
  return flow.nodes.map((node, i) => {
    const now = course.node === i;
    const passed = course.state === '3' || (course.node !== null && i < course.node);
    // At the current node those stand who hold it now: it may have been handed over.
    const handlers = now ? course.seats.map((seat) => seat.handler) : node.handlers;
    return {
      name: textIn(node.name, language),
      mode: node.mode,
      handlers: handlers.map((handler) => handlerName(handler, language)),
      place: now ? 'now' : passed ? 'done' : 'wait',
    };
  });
}

async function historyOf(system: Db, requestId: number, language: Language): Promise<HistoryWire[]> {
  const name = language === 'zh' ? sql`node_name` : sql`coalesce(node_name_en, node_name)`;
  const { rows } = await sql<HistoryWire>`
    select id, action, ${name} as "nodeName", ${signedIn('actor_name', 'actor_id', language)} as "actorName", note, turned_to as "turnedTo",
      to_state as "toState", at from workflow_proc_info where request_id = ${requestId}
    order by id limit 1000`.execute(system);
  return rows;
}

async function filledIn(
  system: Db,
  requestId: number,
  workflow: Workflow,
  flow: Flow,
  language: Language,
): Promise<RequestDetail['params']> {
  return (await paramsOf(system, requestId)).map(({ nodeId, code, value }) => {
    const node = flow.nodes.find((one) => one.id === nodeId);
    const specs = nodeId === null ? workflow.params : (node?.fields ?? []);
    const name = textIn(specs.find((spec) => spec.code === code)?.name, language) ?? code;
    return { code, name, value, node: textIn(node?.name, language) ?? null };
  });
}

export const getDetail = defineRoute({
  method: 'GET',
  path: '/api/sys/workflowRequest/getDetail',
  summary: {
    zh: '流程申请：详情、历史与可用动作',
    en: 'Requests: one with its history and what may be done',
  },
  permission: 'workflow.request',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, caller, services, language }): Promise<RequestDetail> => {
    const { system } = services;
    const actor = await actorOf(system, caller);
    const request = await readRequest(system, params.id);
    if (!(await maySee(system, request, actor))) throw noSuchRow();
    const [workflow] = await loadWorkflows(system, { id: request.workflowId });
    if (!workflow) throw noSuchRow();
    const { course } = request;
    const flow = request.flow ?? flowFor(workflow.flow, request.consumerId);
    const { rows: reads } = await sql<{ name: string; at: string }>`
      select coalesce(${nameIn('e.name', language)}, '') as name, r.at from workflow_read r left join org_employee e on e.id = r.employee_id
      where r.request_id = ${request.id} order by r.at limit 200`.execute(system);
    const { rows: names } = await sql<{ applicant: string | null; consumer: string | null }>`
      select ${signedIn('r.applicant_name', 'r.applicant_id', language)} as applicant,
        ${nameIn('c.org_name', language)} as consumer
      from workflow_request r left join consumer c on c.id = r.consumer_id where r.id = ${request.id}`.execute(
      system,
    );
    const node = course.node === null ? undefined : flow.nodes[course.node];
    const actions = actionsOf(flow, course, actor).filter((action) => action !== 'read');
    const filled = await filledIn(system, request.id, workflow, flow, language);
    const byCode = Object.fromEntries(filled.map(({ code, value }) => [code, value]));
    const sendable = actions.includes('apply') || actions.includes('reapply');
    return {
      id: request.id,
      requestId: request.id,
      title: request.title,
      state: request.state,
      workflowId: workflow.id,
      workflowCode: workflow.code,
      workflowName: textIn(workflow.name, language),
      workflowType: workflow.type as RequestDetail['workflowType'],
      nodeName: textIn(node?.name, language) ?? null,
      about: (await endingOf(workflow.code).about?.(trx, byCode)) ?? null,
      applicantName: names[0]?.applicant ?? null,
      applicantPhone: request.applicantPhone,
      applicantMail: request.applicantMail,
      consumerName: names[0]?.consumer ?? null,
      appliedAt: request.appliedAt?.toISOString() ?? null,
      endedAt: request.endedAt?.toISOString() ?? null,
      version: course.version,
      round: course.round,
      waits:
        openSeats(flow, course).length > 0 &&
        actions.some((one) => one === 'agree' || one === 'agreeWithParams'),
      params: filled,
      steps: stepsOf(flow, course, language),
      history: await historyOf(system, request.id, language),
      reads,
      actions,
      fields: askedOf(node?.fields ?? [], language),
      asked: sendable ? askedOf(workflow.params, language) : [],
    };
  },
});
