import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import type { ControlKind, HandlerKind, NodeMode, ParamType } from '#contract/workflow.ts';
import type { Actor, Flow, FlowNode, Who } from '../domain/course.ts';
import type { ParamSpec } from '../domain/param.ts';

/** A workflow as it is defined now. */
export interface Workflow {
  readonly id: number;
  readonly code: string;
  readonly name: Text;
  readonly type: string;
  readonly info: string | null;
  readonly params: readonly ParamSpec[];
  readonly flow: Flow;
  /** Who may start it; empty = everybody who may apply at all. */
  readonly starters: readonly Who[];
}

interface SpecRow {
  readonly owner: number;
  readonly code: string;
  readonly zh: string;
  readonly en: string | null;
  readonly type: ParamType;
  readonly options: string | null;
  readonly required: boolean;
}

const specOf = (row: SpecRow): ParamSpec => ({
  code: row.code,
  name: { zh: row.zh, en: row.en ?? row.zh },
  type: row.type,
  options: (row.options ?? '').split(/[,，;；]/).flatMap((one) => one.trim() || []),
  required: row.required,
});

/** The workflows in use, or the one asked for whatever its state. */
export async function loadWorkflows(
  system: Db,
  only: { readonly id?: number; readonly code?: string } = {},
): Promise<Workflow[]> {
  const { rows } = await sql<{
    id: number;
    code: string;
    zh: string;
    en: string | null;
    type: string;
    info: string | null;
    reapply: 'first' | 'refusing';
    self: boolean;
    turns: number;
  }>`
    select id, workflow_code as code, workflow_name as zh, workflow_name_en as en, workflow_type as type, info,
      reapply_from as reapply, self_approval as self, max_turns as turns
    from workflow where ${only.id !== undefined ? sql`id = ${only.id}` : only.code !== undefined ? sql`workflow_code = ${only.code}` : sql`state = '1'`}
    order by id limit 500`.execute(system);
  const ids = rows.map((row) => row.id);
  const params = await sql<SpecRow>`
    select workflow_id as owner, param_code as code, param_name as zh, param_name_en as en, param_type as type,
      options, required from workflow_param where workflow_id = any (${ids}) order by ix, id`.execute(system);
  const controls = await sql<{
    owner: number;
    kind: ControlKind;
    roleId: number | null;
    employeeId: number | null;
  }>`
    select workflow_id as owner, control_kind as kind, role_id as "roleId", employee_id as "employeeId"
    from workflow_control where workflow_id = any (${ids})`.execute(system);
  const nodes = await loadNodes(system, ids);
  return rows.map((row) => {
    const named = (kind: ControlKind) =>
      controls.rows
        .filter((one) => one.owner === row.id && one.kind === kind)
        .map(({ roleId, employeeId }) => ({ roleId, employeeId }));
    return {
      id: row.id,
      code: row.code,
      name: { zh: row.zh, en: row.en ?? row.zh },
      type: row.type,
      info: row.info,
      params: params.rows.filter((one) => one.owner === row.id).map(specOf),
      starters: named('apply'),
      flow: {
        nodes: nodes.get(row.id) ?? [],
        reapplyFrom: row.reapply,
        selfApproval: row.self,
        maxTurns: row.turns,
        admins: named('admin'),
        copies: named('copy'),
      },
    };
  });
}

async function loadNodes(system: Db, workflowIds: readonly number[]): Promise<Map<number, FlowNode[]>> {
  const { rows } = await sql<{
    id: number;
    owner: number;
    zh: string;
    en: string | null;
    mode: NodeMode;
    allowTurn: boolean;
  }>`
    select id, workflow_id as owner, node_name as zh, node_name_en as en, mode, allow_turn as "allowTurn"
    from workflow_node where workflow_id = any (${workflowIds}) order by ix, id`.execute(system);
  const ids = rows.map((row) => row.id);
  const handlers = await sql<{
    owner: number;
    kind: HandlerKind;
    id: number;
    name: string;
    english: string | null;
  }>`
    select node_id as owner, handler_kind as kind,
      case handler_kind when 'person' then employee_id when 'org' then org_id else role_id end as id,
      handler_name as name, handler_name_en as english
    from workflow_node_org where node_id = any (${ids}) order by ix, id`.execute(system);
  const fields = await sql<SpecRow>`
    select node_id as owner, field_code as code, field_name as zh, field_name_en as en, field_type as type,
      options, required from workflow_node_field where node_id = any (${ids}) order by ix, id`.execute(
    system,
  );
  const byWorkflow = new Map<number, FlowNode[]>();
  for (const row of rows) {
    const node: FlowNode = {
      id: row.id,
      name: { zh: row.zh, en: row.en ?? row.zh },
      mode: row.mode,
      allowTurn: row.allowTurn,
      handlers: handlers.rows
        .filter((one) => one.owner === row.id && one.id !== null)
        .map(({ kind, id, name, english }) => ({
          kind,
          id,
          name,
          ...(english ? { nameEn: english } : {}),
          consumerId: null,
        })),
      fields: fields.rows.filter((one) => one.owner === row.id).map(specOf),
    };
    byWorkflow.set(row.owner, [...(byWorkflow.get(row.owner) ?? []), node]);
  }
  return byWorkflow;
}

/** The flow for a request of an enterprise, which bounds whom its roles mean. */
export const flowFor = (flow: Flow, consumerId: number | null): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node) => ({
    ...node,
    handlers: node.handlers.map((one) =>
      one.kind === 'own' || one.kind === 'role' ? { ...one, consumerId } : one,
    ),
  })),
});

/** The workflow of a code. @throws Fault 409 where there is none in use */
export async function workflowOfCode(system: Db, code: string): Promise<Workflow> {
  const inUse = (await loadWorkflows(system)).find((one) => one.code === code);
  if (!inUse) throw conflict({ zh: `没有启用的流程 ${code}`, en: `No workflow ${code} is in use` });
  return inUse;
}

/** Who acts, with the name that the history keeps. */
export interface NamedActor extends Actor {
  readonly name: string;
}

/** The roles and enterprises of an account. `admin` where it may see and stop all requests of its scope. */
export async function actorOf(
  system: Db,
  caller: Pick<Caller, 'employeeId' | 'name' | 'funCodes' | 'scope'>,
): Promise<NamedActor> {
  const { rows } = await sql<{ roles: number[] | null; own: number | null; more: number[] | null }>`
    select role_id_list as roles, consumer_id as own, consumer_id_list as more
    from org_employee where id = ${caller.employeeId}`.execute(system);
  const row = rows[0];
  return {
    employeeId: caller.employeeId,
    name: caller.name,
    roleIds: row?.roles ?? [],
    consumerIds: [...(row?.own == null ? [] : [row.own]), ...(row?.more ?? [])],
    scope: caller.scope,
    admin: caller.funCodes.has('workflow.admin'),
  };
}
