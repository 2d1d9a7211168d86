import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import type { Page } from '#contract/envelope.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { closeSessionsOf, refuseAllButOperators } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import { FAILURES } from '../contract.ts';
import type { Failure, SignOnEvent, SignOnLink, SignOnState } from '../contract.ts';
import { defaultEnterprise } from './account.ts';
import { discover } from './provider.ts';
import { refusalOf } from './refusal.ts';

// What is told here is of all enterprises: the function code alone does not open it.
const VIEW = 'sys.singleSignOn.view';

const reasonIn = (failure: string | null, language: Language): string | null =>
  failure === null ? null : (textIn(FAILURES[failure as Failure], language) ?? failure);

/** Whether the provider describes itself now. */
async function providerOf(config: SingleSignOnConfig): Promise<NonNullable<SignOnState['provider']>> {
  try {
    const found = await discover(config, true);
    return { reached: true, detail: null, logout: found.serverMetadata().end_session_endpoint !== undefined };
  } catch (error) {
    return { reached: false, detail: refusalOf(error).detail, logout: false };
  }
}

async function lastOf(db: Db, good: boolean) {
  const { rows } = await sql<{ at: Date; failure: string | null; detail: string | null }>`
    select at, failure, detail from sign_on_event where (failure is null) = ${good}
    order by id desc limit 1`.execute(db);
  return rows[0];
}

const getState = defineRoute({
  method: 'GET',
  path: '/api/sys/singleSignOn/getState',
  summary: { zh: '单点登录：状态', en: 'Single sign-on: how it stands' },
  permission: VIEW,
  params: z.object({}),
  example: {},
  handler: async (call): Promise<SignOnState> => {
    refuseAllButOperators(call);
    const { services, language } = call;
    const db = services.system;
    const config = services.config.singleSignOn;
    const [good, bad] = [await lastOf(db, true), await lastOf(db, false)];
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from sign_on_mapping where state = '1'`.execute(db);
    const code = config?.defaultEnterprise;
    return {
      configured: config !== null,
      issuer: config?.issuer ?? null,
      clientId: config?.clientId ?? null,
      redirectUri: config?.redirectUri ?? null,
      scopes: config?.scopes ?? null,
      groupsClaim: config?.groupsClaim ?? null,
      link: config?.link ?? null,
      secondFactor: [...(config?.secondFactor ?? [])],
      passwordForm: config?.passwordForm ?? null,
      defaultEnterprise:
        code === undefined ? null : { code, name: (await defaultEnterprise(db, code))?.name ?? null },
      provider: config && (await providerOf(config)),
      mappings: rows[0]?.n ?? 0,
      lastAt: good?.at.toISOString() ?? null,
      lastFailure: bad
        ? { at: bad.at.toISOString(), reason: reasonIn(bad.failure, language) ?? '', detail: bad.detail }
        : null,
    };
  },
});

const getEvents = defineRoute({
  method: 'GET',
  path: '/api/sys/singleSignOn/getEvents',
  summary: { zh: '单点登录：登录记录', en: 'Single sign-on: sign-ins as they went' },
  permission: VIEW,
  params: z.object(paging),
  example: { pageSize: 10 },
  handler: async (call): Promise<Page<SignOnEvent>> => {
    refuseAllButOperators(call);
    const { services, params, language } = call;
    const page = pageOf(params);
    const { rows } = await sql<SignOnEvent>`
      select v.id::text, v.at, v.failure as reason, v.detail, v.subject, e.user_name as "userName", v.ip
      from sign_on_event v left join org_employee e on e.id = v.employee_id
      order by v.id desc limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(
      services.system,
    );
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from sign_on_event`.execute(services.system);
    return {
      list: rows.map((row) => ({ ...row, reason: reasonIn(row.reason, language) })),
      pagination: { total: counts[0]?.total ?? 0, ...page },
    };
  },
});

const getLinks = defineRoute({
  method: 'GET',
  path: '/api/sys/singleSignOn/getLinks',
  summary: { zh: '单点登录：已关联的账号', en: 'Single sign-on: linked accounts' },
  permission: VIEW,
  params: z.object(paging),
  example: { pageSize: 10 },
  handler: async (call): Promise<Page<SignOnLink>> => {
    refuseAllButOperators(call);
    const { services, params, language } = call;
    const page = pageOf(params);
    const { rows } = await sql<SignOnLink & { employeeId: number }>`
      select l.id, l.employee_id as "employeeId", l.issuer, l.subject, l.made, e.user_name as "userName", e.name,
        c.org_name as "consumerName", l.linked_at as "linkedAt", l.last_at as "lastAt",
        array(select ${nameIn('r.role_name', language)} from org_role r
          where r.id = any (e.role_id_list) order by r.id) as roles
      from sign_on_link l join org_employee e on e.id = l.employee_id left join consumer c on c.id = e.consumer_id
      order by l.id desc limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(
      services.system,
    );
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from sign_on_link`.execute(services.system);
    return { list: rows, pagination: { total: counts[0]?.total ?? 0, ...page } };
  },
});

/** Cuts an account off from its user at the provider; the sessions that are open end. */
const unlink = defineRoute({
  method: 'POST',
  path: '/api/sys/singleSignOn/unlink',
  summary: { zh: '单点登录：解除关联', en: 'Single sign-on: cut a link' },
  permission: 'sys.singleSignOn.unlink',
  params: z.object({ id: id() }),
  example: { id: 2 },
  handler: async (call) => {
    refuseAllButOperators(call);
    const { services, params } = call;
    const { rows } = await sql<{ employee_id: number }>`
      delete from sign_on_link where id = ${params.id} returning employee_id`.execute(services.system);
    const row = rows[0];
    if (!row) throw noSuchRow();
    await closeSessionsOf(services.system, row.employee_id);
    return null;
  },
});

export const stateRoutes = [getState, getEvents, getLinks, unlink];
