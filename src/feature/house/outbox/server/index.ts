import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { conflict, noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Text, textIn } from '#contract/text.ts';
import { recordChange } from '#server/resource/audit.ts';
import { defineRoute } from '#server/route.ts';
import { CHANNELS, OUTBOX_STATES } from '../contract.ts';
import type { Channel, OutboxRow, OutboxSetup, OutboxState } from '../contract.ts';
import { masked } from '../domain/mask.ts';
import { sendMail, sendSms } from './file.ts';

const filter = z.object({
  channel: z.enum(Object.keys(CHANNELS) as [Channel]).optional(),
  state: z.enum(Object.keys(OUTBOX_STATES) as [OutboxState]).optional(),
  search: z.string().max(60).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
});

type Stored = Omit<OutboxRow, 'error'> & { readonly error: Text | null; readonly secret: string | null };

const getList = defineRoute({
  method: 'GET',
  path: '/api/sys/outbox/getList',
  summary: { zh: '发件箱', en: 'Outbox' },
  permission: 'outbox.view',
  params: filter,
  example: { pageSize: 10 },
  handler: async ({ trx, params, language }): Promise<Page<OutboxRow>> => {
    const all = [sql`true`];
    if (params.channel) all.push(sql`o.channel = ${params.channel}`);
    if (params.state) all.push(sql`o.state = ${params.state}`);
    if (params.from) all.push(sql`o.created_at >= ${params.from}::date`);
    if (params.to) all.push(sql`o.created_at < ${params.to}::date + 1`);
    if (params.search) {
      const like = `%${params.search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
      all.push(sql`(o.recipient ilike ${like} or o.subject ilike ${like})`);
    }
    const where = sql.join(all, sql` and `);
    const page = pageOf(params);
    const { rows } = await sql<Stored>`
      select o.id, o.channel, o.recipient, o.subject, o.body, o.purpose, o.state, o.tries, o.error, o.secret,
        o.consumer_id as "consumerId", shown_name(c.org_name, c.org_name_en) as "consumerName", o.created_at as "createdAt",
        o.due_at as "dueAt", o.sent_at as "sentAt",
        coalesce((select array_agg(a ->> 'fileName') from jsonb_array_elements(o.attachments) a), '{}') as attachments
      from outbox o left join consumer c on c.id = o.consumer_id where ${where}
      order by o.id desc limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from outbox o where ${where}`.execute(trx);
    return {
      list: rows.map(({ secret, ...row }) => ({
        ...row,
        body: masked(row.body, secret),
        subject: row.subject && masked(row.subject, secret),
        error: textIn(row.error, language) ?? null,
      })),
      pagination: { total: counts[0]?.total ?? 0, ...page },
    };
  },
});

const getSetup = defineRoute({
  method: 'GET',
  path: '/api/sys/outbox/getSetup',
  summary: { zh: '发件箱：是否已配置', en: 'Outbox: what is set up' },
  permission: 'outbox.view',
  params: z.object({}),
  example: {},
  handler: async ({ services }): Promise<OutboxSetup> => {
    const { mail, sms } = services.config.outbox;
    return { mail: mail !== null, sms: sms !== null };
  },
});

/** How acts on messages stand in the change log. */
const LOGGED = { name: 'outbox', scope: 'consumerId' } as const;

/** A move of a message by hand; 409 where its state does not allow it. */
const byHand = (verb: string, summary: Text, to: OutboxState, from: readonly OutboxState[], refusal: Text) =>
  defineRoute({
    method: 'POST',
    path: `/api/sys/outbox/${verb}`,
    summary,
    permission: 'outbox.edit',
    params: z.object({ id: id() }),
    example: { id: 1 },
    handler: async (call) => {
      const { trx, params } = call;
      const { rows } = await sql<{ state: OutboxState; consumerId: number | null }>`
        select state, consumer_id as "consumerId" from outbox where id = ${params.id} for update`.execute(
        trx,
      );
      const [before] = rows;
      if (!before) throw noSuchRow();
      if (!from.includes(before.state)) throw conflict(refusal);
      await sql`update outbox set state = ${to}, tries = 0, due_at = now(), error = null where id = ${params.id}`.execute(
        trx,
      );
      const row = { id: params.id, ...before };
      await recordChange(call, LOGGED, 'edit', row, { ...row, state: to });
      return { id: params.id, state: to };
    },
  });

const resend = byHand(
  'resend',
  { zh: '发件箱：重新发送', en: 'Outbox: send again' },
  'waiting',
  ['failed', 'notConfigured', 'cancelled', 'waiting'],
  { zh: '已发送或正在发送，不能重发', en: 'It is sent or being sent: it is not sent again' },
);

const cancel = byHand(
  'cancel',
  { zh: '发件箱：取消', en: 'Outbox: cancel' },
  'cancelled',
  ['waiting', 'failed', 'notConfigured'],
  { zh: '已发送或正在发送，不能取消', en: 'It is sent or being sent: it cannot be cancelled' },
);

const TEST = { zh: '这是一条测试消息，说明发件设置可用。', en: 'This is a test: the way out works.' };

const sendTest = defineRoute({
  method: 'POST',
  path: '/api/sys/outbox/sendTest',
  summary: { zh: '发件箱：发送测试', en: 'Outbox: send a test' },
  permission: 'outbox.edit',
  params: z.object({ channel: z.enum(Object.keys(CHANNELS) as [Channel]), to: z.string().min(1).max(200) }),
  example: { channel: 'mail', to: 'someone@example.com' },
  handler: async ({ trx, params, language }) => {
    const message = { to: params.to, text: TEST, purpose: 'test', consumerId: null, language } as const;
    return params.channel === 'sms'
      ? sendSms(trx, message)
      : sendMail(trx, { ...message, subject: { zh: '测试', en: 'Test' } });
  },
});

export const routes = [getList, getSetup, resend, cancel, sendTest];
