import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { OwnSession } from '#contract/signIn.ts';
import { defineRoute } from '#server/route.ts';
import { tokenOf } from './cookie.ts';
import { eventsOf } from './event.ts';
import { closeSessionsOf, forgetCallers, hashOf } from './session.ts';

const getList = defineRoute({
  method: 'GET',
  path: '/api/sys/session/getList',
  summary: { zh: '自己的登录会话', en: 'The own sessions' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: async ({ services, caller, request }) => {
    const token = tokenOf(request) ?? '';
    const { rows } = await sql<OwnSession>`
      select id::integer as id, browser, ip, created_at as "begunAt", seen_at as "usedAt",
        expires_at as "endsAt", way, token_hash = ${hashOf(token)} as current
      from session where employee_id = ${caller.employeeId} and expires_at > now()
      order by token_hash = ${hashOf(token)} desc, seen_at desc limit 200`.execute(services.system);
    return rows;
  },
});

/** Ends one of the own sessions: its open pages and connections end with it. */
const end = defineRoute({
  method: 'POST',
  path: '/api/sys/session/end',
  summary: { zh: '结束自己的一个会话', en: 'End one of the own sessions' },
  permission: null,
  why: 'own',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ services, caller, params }) => {
    const { rows } = await sql`delete from session
      where id = ${params.id} and employee_id = ${caller.employeeId} returning 1`.execute(services.system);
    if (rows.length === 0) throw noSuchRow();
    forgetCallers();
    return null;
  },
});

const endOthers = defineRoute({
  method: 'POST',
  path: '/api/sys/session/endOthers',
  summary: { zh: '结束自己的其他全部会话', en: 'End all other sessions of one’s own' },
  permission: null,
  why: 'own',
  params: z.object({}),
  handler: async ({ services, caller, request }) => ({
    ended: await closeSessionsOf(services.system, caller.employeeId, tokenOf(request)),
  }),
});

const getEvents = defineRoute({
  method: 'GET',
  path: '/api/sys/session/getEvents',
  summary: { zh: '自己账号的安全记录', en: 'What became of the ways into the own account' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: ({ services, caller }) => eventsOf(services.system, caller.employeeId),
});

export const ownSessionRoutes = [getList, end, endOthers, getEvents];
