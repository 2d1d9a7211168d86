import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, idList, pageOf, paging } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { NoticeCount, NoticeWire } from '../contract.ts';
import { noticePage, RECORD, SEEN } from './page.ts';

/** Notices of the caller's enterprises, those that last first, the newest first. */
const getlist = defineRoute({
  method: 'GET',
  path: '/api/sys/notice/getlist',
  summary: { zh: '通知列表', en: 'Notices' },
  permission: null,
  why: 'scope',
  params: z.object({
    ...paging,
    consumerId: id().optional(),
    state: z.enum(['open', 'causes', 'ended', 'all']).default('all'),
    kind: z.string().max(40).optional(),
  }),
  example: { state: 'open', pageSize: 20 },
  handler: ({ trx, caller, params, language }): Promise<Page<NoticeWire>> =>
    noticePage(trx, { employeeId: caller.employeeId, language }, params, pageOf(params)),
});

const getCount = defineRoute({
  method: 'GET',
  path: '/api/sys/notice/getCount',
  summary: { zh: '未结束与未读通知数', en: 'How many notices last, and how many are unread' },
  permission: null,
  why: 'scope',
  params: z.object({}),
  example: {},
  handler: async ({ trx, caller }): Promise<NoticeCount> => {
    const { rows } = await sql<NoticeCount>`
      select count(*)::integer as open, count(*) filter (where not ${SEEN})::integer as unread,
        max(n.level) filter (where not ${SEEN})::integer as level
      from notice n left join notice_read r on r.notice_id = n.id and r.employee_id = ${caller.employeeId} ${RECORD}
      where n.ended_at is null`.execute(trx);
    return rows[0] ?? { open: 0, unread: 0, level: null };
  },
});

/** Marks notices as read by the caller: the given ones, or all that last. */
const read = defineRoute({
  method: 'POST',
  path: '/api/sys/notice/read',
  summary: { zh: '标记通知为已读', en: 'Mark notices as read' },
  permission: null,
  why: 'scope',
  params: z.object({ ids: idList().optional() }),
  example: {},
  handler: async ({ trx, caller, params }) => {
    const { rows } = await sql`
      insert into notice_read (notice_id, employee_id)
      select n.id, ${caller.employeeId} from notice n
      where ${params.ids === undefined ? sql`n.ended_at is null` : sql`n.id = any(${params.ids}::integer[])`}
      on conflict do nothing returning notice_id`.execute(trx);
    return { read: rows.length };
  },
});

export const routes: readonly Route[] = [getlist, getCount, read];
