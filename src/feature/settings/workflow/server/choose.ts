import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { mayBeNamed } from '#feature/settings/account/server/public.ts';
import { type Call, type Caller, defineRoute } from '#server/route.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import type { HandlerKind } from '#contract/workflow.ts';
import type { Startable, TurnTarget } from '../contract.ts';
import { isAmong } from '../domain/course.ts';
import type { Handler } from '../domain/course.ts';
import { maySee } from './act.ts';
import { askedOf } from './detail.ts';
import { actorOf, loadWorkflows } from './flow.ts';
import { handlerName } from '../domain/course.ts';
import { readRequest } from './store.ts';

/** The workflows in use that the person may start. */
const getStartable = defineRoute({
  method: 'GET',
  path: '/api/sys/workflow/getStartable',
  summary: { zh: '流程：可发起的流程', en: 'Workflows that one may start' },
  permission: 'workflow.apply',
  params: z.object({}),
  example: {},
  handler: async ({ services, caller, language }): Promise<Startable[]> => {
    const actor = await actorOf(services.system, caller);
    const all = await loadWorkflows(services.system);
    return all
      .filter((one) => one.starters.length === 0 || isAmong(one.starters, actor))
      .map((one) => ({
        id: one.id,
        code: one.code,
        name: textIn(one.name, language),
        type: one.type as Startable['type'],
        info: one.info,
        params: askedOf(one.params, language),
        nodes: one.flow.nodes.map((node) => ({
          name: textIn(node.name, language),
          handlers: node.handlers.map((handler) => handlerName(handler, language)),
        })),
      }));
  },
});

/** Those to whom a caller may hand a request over: people, enterprises and roles, as far as the caller may hear of them. */
const targets = (caller: Caller, search: string | undefined, language: Language) => {
  const like = `%${(search ?? '').replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return sql<TurnTarget>`
    (select 'person' as kind, e.id, e.name from org_employee e
      where e.state = '1' and (e.name ilike ${like} or e.user_name ilike ${like}) order by e.id limit 30)
    union all
    (select 'role', r.id, ${nameIn('r.role_name', language)} from org_role r
      where (r.role_name ilike ${like} or r.role_name_en ilike ${like}) and ${mayBeNamed(caller)}
      order by r.id limit 20)
    union all
    (select 'org', c.id, c.org_name from consumer c where c.state = '1' and c.org_name ilike ${like}
      order by c.id limit 20)`;
};

const getTurnTargets = defineRoute({
  method: 'GET',
  path: '/api/sys/workflowRequest/getTurnTargets',
  summary: { zh: '流程申请：可转交的对象', en: 'Requests: to whom it may be handed over' },
  permission: 'workflow.handle',
  params: z.object({ id: id(), search: z.string().max(60).optional() }),
  example: { id: 1 },
  handler: async ({ trx, services, caller, params, language }): Promise<TurnTarget[]> => {
    const actor = await actorOf(services.system, caller);
    const request = await readRequest(services.system, params.id);
    if (!(await maySee(services.system, request, actor))) throw noSuchRow();
    return (await targets(caller, params.search, language).execute(trx)).rows;
  },
});

/** The handler that a request is handed over to, as far as the caller may hear of it. @throws Fault 404 */
export async function turnTarget(
  { trx, caller }: Pick<Call<unknown>, 'trx' | 'caller'>,
  kind: Exclude<HandlerKind, 'own'>,
  target: number,
): Promise<Handler> {
  const named = {
    person: sql<{ name: string }>`select name from org_employee where id = ${target}`,
    role: sql<{ name: string }>`select r.role_name as name from org_role r
      where r.id = ${target} and ${mayBeNamed(caller)}`,
    org: sql<{ name: string }>`select org_name as name from consumer where id = ${target}`,
  };
  const { rows } = await named[kind].execute(trx);
  if (!rows[0]) throw noSuchRow();
  return { kind, id: target, consumerId: null, name: rows[0].name };
}

export const chooseRoutes = [getStartable, getTurnTargets];
