import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Language } from '#contract/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { defineRoute } from '#server/route.ts';
import type { Call } from '#server/route.ts';
import { REQUEST_STATES, WORKFLOW_TYPES } from '#contract/workflow.ts';
import type { RequestState } from '#contract/workflow.ts';
import type { RequestBox, RequestGroup, RequestRow } from '../contract.ts';
import { nameIn, signedIn } from '#server/resource/nameIn.ts';
import { actorOf } from './flow.ts';
import type { NamedActor } from './flow.ts';

const asking = {
  box: z.enum(['todo', 'done', 'mine', 'copy', 'all']).default('all'),
  state: z.enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]]).optional(),
  workflowId: id().optional(),
  workflowType: z.enum(Object.keys(WORKFLOW_TYPES) as [keyof typeof WORKFLOW_TYPES]).optional(),
  /** Days on which it was applied for, both included, in the zone of the platform. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  search: z.string().max(60).optional(),
  ...paging,
};
const filter = z.object(asking);
type Filter = z.output<typeof filter>;

/** An enterprise of the scope; what belongs to none is seen by those who see all. */
const inScope = (scope: NamedActor['scope'], column: string): RawBuilder<unknown> =>
  scope === 'all' ? sql`true` : sql`coalesce(${sql.ref(column)} = any (${[...scope]}::integer[]), false)`;

/** The handler whose turn it is, as a condition on workflow_seat `s`. */
const isMySeat = ({ employeeId, roleIds, consumerIds, scope }: NamedActor): RawBuilder<unknown> => sql`(
  (s.kind = 'person' and s.target_id = ${employeeId})
  or (s.kind = 'role' and s.target_id = any (${roleIds}::integer[]) and ${inScope(scope, 's.consumer_id')})
  or (s.kind = 'org' and s.target_id = any (${consumerIds}::integer[]))
  or (s.kind = 'own' and s.target_id = any (${roleIds}::integer[]) and s.consumer_id = any (${consumerIds}::integer[])))`;

/** With the person now; one's own request is not, unless its workflow says so. */
const waits = (actor: NamedActor): RawBuilder<unknown> => sql`(r.state = '1'
  and (r.applicant_id is distinct from ${actor.employeeId} or (r._flow ->> 'selfApproval')::boolean)
  and exists (select from workflow_seat s where s.request_id = r.id and ${isMySeat(actor)}))`;

const handled = (actor: NamedActor): RawBuilder<unknown> => sql`exists (select from workflow_proc_info p
  where p.request_id = r.id and p.actor_id = ${actor.employeeId}
    and p.action in ('agree', 'agreeWithParams', 'disagree', 'turn', 'stop')
    and r.applicant_id is distinct from ${actor.employeeId})`;

const copied = (actor: NamedActor): RawBuilder<unknown> => sql`(r.state <> '0' and exists (
  select from jsonb_array_elements(r._flow -> 'copies') c
  where (c ->> 'employeeId' is not null or c ->> 'roleId' is not null)
    and coalesce((c ->> 'employeeId')::integer, ${actor.employeeId}) = ${actor.employeeId}
    and (c ->> 'roleId' is null or (c ->> 'roleId')::integer = any (${actor.roleIds}::integer[]))
    and (c ->> 'employeeId' is not null or ${inScope(actor.scope, 'r.consumer_id')})))`;

const mine = (actor: NamedActor): RawBuilder<unknown> => sql`r.applicant_id = ${actor.employeeId}`;

/** All of one's enterprises, drafts of others left out; for administrators of requests. */
const administered = (actor: NamedActor): RawBuilder<unknown> =>
  actor.admin ? sql`(r.state <> '0' and ${inScope(actor.scope, 'r.consumer_id')})` : sql`false`;

function boxOf(box: RequestBox, actor: NamedActor): RawBuilder<unknown> {
  const each = { todo: waits(actor), done: handled(actor), mine: mine(actor), copy: copied(actor) };
  if (box !== 'all') return each[box];
  return sql`(${sql.join([...Object.values(each), administered(actor)], sql` or `)})`;
}

/** Requests belong to no site: their days are those of the home zone. */
const dayOf = sql`(coalesce(r.applied_at, now()) at time zone ${HOME_ZONE})::date`;

function conditionOf(params: Filter, actor: NamedActor) {
  const all = [boxOf(params.box, actor)];
  if (params.state) all.push(sql`r.state = ${params.state}`);
  if (params.workflowId) all.push(sql`r.workflow_id = ${params.workflowId}`);
  if (params.workflowType) all.push(sql`w.workflow_type = ${params.workflowType}`);
  if (params.from) all.push(sql`${dayOf} >= ${params.from}::date`);
  if (params.to) all.push(sql`${dayOf} <= ${params.to}::date`);
  if (params.search) {
    const like = `%${params.search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    all.push(
      sql`(r.request_title ilike ${like} or r.applicant_name ilike ${like} or r._initials ilike ${like})`,
    );
  }
  return sql.join(all, sql` and `);
}

async function pageOfRequests(
  { services, caller, params, language }: Pick<Call<Filter>, 'services' | 'caller' | 'params' | 'language'>,
  by?: RawBuilder<unknown>,
): Promise<Page<RequestRow> & { groups: RequestGroup[] }> {
  const { system } = services;
  const actor = await actorOf(system, caller);
  const where = conditionOf(params, actor);
  const page = pageOf(params);
  const from = sql`workflow_request r join workflow w on w.id = r.workflow_id
    left join consumer c on c.id = r.consumer_id where ${where}`;
  const { rows } = await sql<RequestRow>`
    select r.id, r.id as "requestId", r.request_title as title, r.state, r.workflow_id as "workflowId",
      ${named(language, 'w.workflow_name')} as "workflowName", w.workflow_type as "workflowType",
      ${named(language, 'r.node_name')} as "nodeName", ${signedIn('r.applicant_name', 'r.applicant_id', language)} as "applicantName",
      ${nameIn('c.org_name', language)} as "consumerName", r.applied_at as "appliedAt", r.ended_at as "endedAt", r.version,
      ${waits(actor)} as waits
    from ${from} order by coalesce(r.applied_at, now()) desc, r.id desc
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(system);
  const { rows: counts } = await sql<{
    total: number;
  }>`select count(*)::integer as total from ${from}`.execute(system);
  const groups = by
    ? (
        await sql<RequestGroup>`select ${by} as key, count(*)::integer as count from ${from}
          group by 1 order by 1 desc limit 400`.execute(system)
      ).rows
    : [];
  return { list: rows, pagination: { total: counts[0]?.total ?? 0, ...page }, groups };
}

const named = (language: Language, column: string): RawBuilder<unknown> =>
  language === 'zh' ? sql.ref(column) : sql`coalesce(${sql.ref(`${column}_en`)}, ${sql.ref(column)})`;

const list = (verb: string, zh: string, en: string, by?: RawBuilder<unknown>) =>
  defineRoute({
    method: 'GET',
    path: `/api/sys/workflowRequest/${verb}`,
    summary: { zh: `流程申请：${zh}`, en: `Requests: ${en}` },
    permission: 'workflow.request',
    params: filter,
    example: { box: 'all', pageSize: 10 },
    handler: (call) => pageOfRequests(call, by),
  });

/** What is with one, what one handled, applied for, gets a copy of, or may see at all. */
const getList = list('getList', '待办、已办、我的、抄送', 'to do, done, mine, copies');

/** The same with the number on each day of application. */
const getListByTime = list('getListByTime', '按时间', 'by time', sql`to_char(${dayOf}, 'YYYY-MM-DD')`);

/** The same with the number of each type. */
const getListByType = list('getListByType', '按类型', 'by type', sql`w.workflow_type`);

const getCount = defineRoute({
  method: 'GET',
  path: '/api/sys/workflowRequest/getCount',
  summary: { zh: '流程申请：待办数量', en: 'Requests: how many wait' },
  permission: 'workflow.request',
  params: z.object({}),
  example: {},
  handler: async ({ services, caller }) => {
    const actor = await actorOf(services.system, caller);
    const { rows } = await sql<{ todo: number; returned: number }>`
      select count(*) filter (where ${waits(actor)})::integer as todo,
        count(*) filter (where r.state = '2' and ${mine(actor)})::integer as returned
      from workflow_request r where r.state in ('1', '2')`.execute(services.system);
    return rows[0];
  },
});

export const listRoutes = [getList, getListByTime, getListByType, getCount];
