import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { readParams } from '../domain/param.ts';
import { step } from '../domain/step.ts';
import { flowFor, workflowOfCode } from './flow.ts';
import { addDraft, keepMove, keepParams, readRequest } from './store.ts';
import { tellHandlers } from './tellHandlers.ts';

/** Who asks: an account, or an outside person with a way to reach them. */
type Applicant =
  | { readonly employeeId: number; readonly name: string }
  | { readonly name: string; readonly phone?: string | null; readonly mail?: string | null };

export interface Application {
  readonly workflowCode: string;
  readonly title: string;
  /** By code, as the workflow asks for them; others are refused. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What nobody may read, such as the hash of a first password; handed to the end of the request, then gone. */
  readonly secret?: Readonly<Record<string, string>>;
  readonly applicant: Applicant;
  readonly consumerId: number | null;
}

/**
 * Files a request and sets it on its way, in the given transaction of the system.
 * @param system `services.system` or a transaction of it: requests without an enterprise are seen by operators alone
 * @returns the id of the request. @throws Fault 400 naming the parameter, 409 where no such workflow is in use
 */
export async function applyRequest(system: Db, application: Application): Promise<number> {
  if (!system.isTransaction)
    return system.transaction().execute((trx) => applyRequest(trx as Db, application));
  const { applicant, consumerId } = application;
  const workflow = await workflowOfCode(system, application.workflowCode);
  const reading = readParams(workflow.params, application.params);
  if ('problem' in reading) throw badInput(reading.problem, reading.field);
  const inside = 'employeeId' in applicant;
  const id = await addDraft(system, {
    workflowId: workflow.id,
    title: application.title.trim().slice(0, 120),
    consumerId,
    applicantId: inside ? applicant.employeeId : null,
    applicantName: applicant.name,
    applicantPhone: inside ? null : (applicant.phone ?? null),
    applicantMail: inside ? null : (applicant.mail ?? null),
  });
  const request = await readRequest(system, id, true);
  await keepParams(system, request, null, reading.values);
  if (application.secret)
    await sql`insert into workflow_secret (request_id, data)
      values (${id}, ${JSON.stringify(application.secret)})`.execute(system);
  const flow = flowFor(workflow.flow, consumerId);
  const employeeId = inside ? applicant.employeeId : 0;
  const actor = { employeeId, roleIds: [], consumerIds: [], scope: [], admin: false };
  const done = step(flow, request.course, actor, { action: 'apply' });
  if (!done.ok || !done.entry) throw badInput(done.ok ? { zh: '未提交', en: 'Not sent' } : done.why);
  const by = { employeeId: employeeId || null, name: applicant.name, note: '' };
  await keepMove(system, request, flow, done.course, done.entry, by);
  await tellHandlers(system, request, flow, done.course, by.employeeId);
  return id;
}
