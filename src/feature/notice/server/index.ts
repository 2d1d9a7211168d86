import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { id, idList, pageOf, paging } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { NOTICE_KINDS, type NoticeCount, type NoticeKind, type NoticeWire } from '../contract.ts';

interface NoticeRow extends Omit<
  NoticeWire,
  'text' | 'kind' | 'kindName' | 'since' | 'raisedAt' | 'endedAt'
> {
  readonly kind: string;
  readonly text: Text;
  readonly since: Date;
  readonly raisedAt: Date;
  readonly endedAt: Date | null;
}

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICE_KINDS, kind);

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
    state: z.enum(['open', 'ended', 'all']).default('all'),
    kind: z.string().max(40).optional(),
  }),
  example: { state: 'open', pageSize: 20 },
  handler: async ({ trx, caller, params, language }): Promise<Page<NoticeWire>> => {
    const page = pageOf(params);
    const where = sql`(${params.consumerId ?? null}::integer is null or n.consumer_id = ${params.consumerId ?? null})
      and (${params.kind ?? null}::text is null or n.kind = ${params.kind ?? null})
      and (${params.state} = 'all' or (n.ended_at is null) = (${params.state} = 'open'))`;
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::integer as total from notice n where ${where}`.execute(trx);
    const { rows } = await sql<NoticeRow>`
      select n.id, n.kind, n.object_id as "objectId", n.level, n.text, n.link, n.consumer_id as "consumerId",
        c.org_name as "consumerName", coalesce((select s.time_zone from monitor_site s
          where s.consumer_id = n.consumer_id order by s.id limit 1), 'Asia/Shanghai') as "timeZone", n.since, n.raised_at as "raisedAt", n.ended_at as "endedAt",
        r.notice_id is not null as read
      from notice n join consumer c on c.id = n.consumer_id
        left join notice_read r on r.notice_id = n.id and r.employee_id = ${caller.employeeId}
      where ${where} order by n.ended_at is not null, n.id desc
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const list = rows.map((row) => ({
      ...row,
      kind: row.kind as NoticeKind,
      kindName: isKind(row.kind) ? NOTICE_KINDS[row.kind][language] : row.kind,
      text: row.text[language],
      since: row.since.getTime(),
      raisedAt: row.raisedAt.getTime(),
      endedAt: row.endedAt?.getTime() ?? null,
    }));
    return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
  },
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
      select count(*)::integer as open, count(*) filter (where r.notice_id is null)::integer as unread,
        max(n.level) filter (where r.notice_id is null)::integer as level
      from notice n left join notice_read r on r.notice_id = n.id and r.employee_id = ${caller.employeeId}
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
