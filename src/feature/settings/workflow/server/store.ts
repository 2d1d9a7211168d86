import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { draftOf, openSeats } from '../domain/course.ts';
import type { Course, Entry, Flow } from '../domain/course.ts';
import type { RequestState } from '#contract/workflow.ts';

/** A request with where it stands. */
export interface StoredRequest {
  readonly id: number;
  readonly title: string;
  readonly workflowId: number;
  readonly consumerId: number | null;
  readonly state: RequestState;
  readonly applicantId: number | null;
  readonly applicantName: string | null;
  readonly applicantPhone: string | null;
  readonly applicantMail: string | null;
  readonly appliedAt: Date | null;
  readonly endedAt: Date | null;
  readonly course: Course;
  /** Null before the request set out. */
  readonly flow: Flow | null;
}

const COLUMNS = sql`id, request_title as title, workflow_id as "workflowId", consumer_id as "consumerId", state,
  applicant_id as "applicantId", applicant_name as "applicantName", applicant_phone as "applicantPhone",
  applicant_mail as "applicantMail", applied_at as "appliedAt", ended_at as "endedAt", _course as course, _flow as flow`;

/** Reads a request; `lock` holds it until the transaction ends, so that of two who act one waits. @throws Fault 404 */
export async function readRequest(system: Db, id: number, lock = false): Promise<StoredRequest> {
  const { rows } = await sql<Omit<StoredRequest, 'course'> & { course: Course | null }>`
    select ${COLUMNS} from workflow_request where id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    system,
  );
  const row = rows[0];
  if (!row) throw noSuchRow();
  return { ...row, course: row.course ?? draftOf(row.applicantId ?? 0) };
}

export interface NewRequest {
  readonly workflowId: number;
  readonly title: string;
  readonly consumerId: number | null;
  readonly applicantId: number | null;
  readonly applicantName: string;
  readonly applicantPhone: string | null;
  readonly applicantMail: string | null;
}

/** Files a draft. */
export async function addDraft(system: Db, request: NewRequest): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into workflow_request (request_title, _initials, workflow_id, consumer_id, state, round, version,
      applicant_id, applicant_name, applicant_phone, applicant_mail)
    values (${request.title}, ${initialsOf(request.title)}, ${request.workflowId}, ${request.consumerId}, '0', 0, 0,
      ${request.applicantId}, ${request.applicantName}, ${request.applicantPhone}, ${request.applicantMail})
    returning id`.execute(system);
  return rows[0]?.id ?? 0;
}

/** Keeps what was filled in, at a node or by the applicant (null); what is no longer among it goes. */
export async function keepParams(
  system: Db,
  request: Pick<StoredRequest, 'id' | 'consumerId'>,
  nodeId: number | null,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`delete from workflow_param_data
    where request_id = ${request.id} and node_id is not distinct from ${nodeId}`.execute(system);
  for (const [code, value] of Object.entries(values))
    await sql`insert into workflow_param_data (param_code, _initials, request_id, node_id, param_value, consumer_id)
      values (${code}, ${code.toLowerCase()}, ${request.id}, ${nodeId}, ${value}, ${request.consumerId})`.execute(
      system,
    );
}

/** What was filled in, by node (null = the applicant) and code. */
export async function paramsOf(
  system: Db,
  requestId: number,
): Promise<{ nodeId: number | null; code: string; value: string }[]> {
  const { rows } = await sql<{ nodeId: number | null; code: string; value: string }>`
    select node_id as "nodeId", param_code as code, coalesce(param_value, '') as value
    from workflow_param_data where request_id = ${requestId} order by id`.execute(system);
  return rows;
}

/** Who did it, for the history; without a name the product by itself. */
export interface Doer {
  readonly employeeId: number | null;
  readonly name: string | null;
  readonly note: string;
}

/** Keeps a move: where the request stands now, whose turn it is, and the row of the history. */
export async function keepMove(
  system: Db,
  request: StoredRequest,
  flow: Flow,
  course: Course,
  entry: Entry,
  by: Doer,
): Promise<void> {
  const node = course.node === null ? undefined : flow.nodes[course.node];
  const sent = entry.action === 'apply' || entry.action === 'reapply';
  const over = course.state === '3' || course.state === '4';
  await sql`update workflow_request set state = ${course.state}, version = ${course.version}, round = ${course.round},
      node_name = ${node?.name.zh ?? null}, node_name_en = ${node?.name.en ?? null},
      _course = ${JSON.stringify(course)}, _flow = ${JSON.stringify(flow)},
      applied_at = case when ${sent} then now() else applied_at end,
      ended_at = case when ${over} then now() else null end
    where id = ${request.id}`.execute(system);
  await sql`delete from workflow_seat where request_id = ${request.id}`.execute(system);
  for (const { handler } of openSeats(flow, course))
    await sql`insert into workflow_seat (request_id, kind, target_id, consumer_id)
      values (${request.id}, ${handler.kind}, ${handler.id}, ${handler.consumerId})`.execute(system);
  const at = entry.node === null ? undefined : flow.nodes[entry.node];
  await sql`insert into workflow_proc_info (note, _initials, request_id, action, node_name, node_name_en, actor_id,
      actor_name, turned_to, from_state, to_state, version, at, consumer_id)
    values (${by.note}, ${initialsOf(by.note)}, ${request.id}, ${entry.action}, ${at?.name.zh ?? null},
      ${at?.name.en ?? null}, ${by.employeeId}, ${by.name}, ${entry.turnedTo}, ${entry.from}, ${entry.to},
      ${course.version}, clock_timestamp(), ${request.consumerId})`.execute(system);
}
