import { textIn } from '#contract/text.ts';
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { sendSms } from '#feature/house/outbox/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { countSmsCode, countTry, forgetTries, passSmsCode } from './attempt.ts';
import { noteEvent } from './event.ts';
import { inUse } from './inUse.ts';
import { isKnown, type Origin, originOf } from './origin.ts';
import { checkNewPassword, setPassword } from './password.ts';
import { closeSessionsOf } from './session.ts';

/** A code works so long, whatever was sent since: another that a stranger asks for takes none away. */
const CODE_MINUTES = 5;
const TICKET_MINUTES = 10;
const PER_PHONE = { most: 5, minutes: 30 };
const PER_PHONE_DAY = { most: 10, minutes: 1440 };
const PER_ADDRESS = { most: 30, minutes: 30 };

/** Replies to questions about telephones take this long, so that the time does not tell which ones are known. */
const REPLY_MS = 250;

const phone = () =>
  z
    .string()
    .max(20)
    .regex(/^\+?\d[\d\s()-]{4,19}$/)
    .transform((text) => text.replace(/[\s()-]/g, ''));

const PURPOSE = z.enum(['forgot']).default('forgot');

/**
 * The accounts in use that a telephone belongs to, of one enterprise where it is named. Who has no password has none to
 * forget: people come by single sign-on, with its second factor, or were invited.
 */
async function accountsOf(db: Db, number: string, orgId: number | undefined) {
  const { rows } = await sql<{ id: number; user_name: string; name: string; consumer_id: number | null }>`
    select e.id, e.user_name, e.name, e.consumer_id from org_employee e
      join employee_secret s on s.employee_id = e.id
    where regexp_replace(e.telephone, '[\\s()-]', '', 'g') = ${number} and ${inUse}
      and (${orgId ?? null}::integer is null or e.consumer_id = ${orgId ?? null})
    order by e.id limit 20`.execute(db);
  return rows;
}

/**
 * Whom codes of a telephone are counted with: a browser in which one of its accounts was used before has a count of its own,
 * so that no stranger keeps its person from a new password. Strangers share one, whatever address they come from.
 */
async function countedWith(
  db: Db,
  number: string,
  accounts: readonly { readonly user_name: string }[],
  origin: Origin,
): Promise<string> {
  if (origin.browserHash !== null)
    for (const { user_name: name } of accounts)
      if (await isKnown(db, name, origin)) return `${number} ${origin.browserHash}`;
  return number;
}

// The code has six digits: bound to row and telephone, so that no table of hashes serves for two of them.
const hashCode = (rowId: string, number: string, code: string): string =>
  createHash('sha256').update(`${rowId}:${number}:${code}`).digest('hex');

const sent = {
  zh: `若该手机号已登记，验证码已发送，${CODE_MINUTES} 分钟内有效`,
  en: `If the telephone belongs to an account, a code is on its way; it works for ${CODE_MINUTES} minutes`,
};

/** Sends a code to a telephone. The reply is the same whether or not an account has it. */
const sendSMS = defineRoute({
  method: 'POST',
  path: '/api/sys/sendSMS',
  summary: { zh: '发送短信验证码', en: 'Send a code by SMS' },
  permission: PUBLIC,
  params: z.object({ orgId: id().optional(), phone: phone(), type: PURPOSE }),
  example: { phone: '13800000000', type: 'forgot' },
  handler: async ({ services, params, request, language }) => {
    const until = wait(REPLY_MS);
    const db = services.system;
    await countTry(db, request.ip, 'smsAddress', PER_ADDRESS);
    const accounts = await accountsOf(db, params.phone, params.orgId);
    const counted = await countedWith(db, params.phone, accounts, originOf(request));
    await countTry(db, counted, 'sms', PER_PHONE);
    await countTry(db, counted, 'smsDay', PER_PHONE_DAY);
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`insert into sms_code (phone, purpose, code_hash)
        values (${params.phone}, ${params.type}, '') returning id::text`.execute(trx);
      const rowId = rows[0]?.id ?? '';
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      await sql`update sms_code set code_hash = ${hashCode(rowId, params.phone, code)}
        where id = ${rowId}`.execute(trx);
      const [account] = accounts;
      if (account)
        await sendSms(trx, {
          to: params.phone,
          text: {
            zh: `验证码 ${code}，用于重置 Meterhouse 密码，${CODE_MINUTES} 分钟内有效。非本人操作请忽略。`,
            en: `${code} is your code to reset the Meterhouse password; it works for ${CODE_MINUTES} minutes. Ignore this if it was not you.`,
          },
          purpose: 'code',
          secret: code,
          consumerId: account.consumer_id,
          language,
        });
    });
    await until;
    return { message: textIn(sent, language), minutes: CODE_MINUTES };
  },
});

/**
 * Says whether a code is right; a right one is exchanged for a ticket that sets a new password once, and the accounts
 * that it is for. Wrong, over, and sent to nobody are told alike.
 */
const checkSms = defineRoute({
  method: 'POST',
  path: '/api/sys/checkSms',
  summary: { zh: '核对短信验证码', en: 'Check a code that came by SMS' },
  permission: PUBLIC,
  params: z.object({ orgId: id().optional(), phone: phone(), code: z.string().regex(/^\s*\d{6}\s*$/) }),
  example: { phone: '13800000000', code: '000000' },
  handler: async ({ services, params, request }) => {
    const until = wait(REPLY_MS);
    const db = services.system;
    await countTry(db, request.ip, 'smsAddress', PER_ADDRESS);
    const accounts = await accountsOf(db, params.phone, params.orgId);
    const counted = await countedWith(db, params.phone, accounts, originOf(request));
    const left = await countSmsCode(db, counted, accounts[0]?.user_name ?? null);
    const { rows } = await sql<{ id: string; code_hash: string }>`select id::text, code_hash from sms_code
      where phone = ${params.phone} and purpose = 'forgot' and used_at is null and ticket_hash is null
        and created_at > now() - make_interval(mins => ${CODE_MINUTES})
      order by id desc`.execute(db);
    const row = rows.find(({ id: rowId, code_hash: hash }) =>
      timingSafeEqual(Buffer.from(hashCode(rowId, params.phone, params.code.trim())), Buffer.from(hash)),
    );
    await until;
    if (!row || accounts.length === 0) return { valid: false, triesLeft: rows.length > 0 ? left : 0 };
    const ticket = newSecret();
    const exchanged = await sql`update sms_code set ticket_hash = ${hashSecret(ticket)},
        ticket_until = now() + make_interval(mins => ${TICKET_MINUTES})
      where id = ${row.id} and ticket_hash is null returning 1`.execute(db);
    if (exchanged.rows.length === 0) return { valid: false, triesLeft: left };
    await passSmsCode(db, counted);
    return {
      valid: true,
      triesLeft: left,
      ticket,
      accounts: accounts.map(({ id: userId, user_name: userName, name }) => ({ userId, userName, name })),
    };
  },
});

/** Sets a new password with the ticket of a right code. */
const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/sys/resetPassword',
  summary: { zh: '凭短信验证重置密码', en: 'Set a new password after the code' },
  permission: PUBLIC,
  params: z.object({
    ticket: z.string().min(20).max(100),
    userId: id(),
    password: z.string().min(1).max(LONGEST_PASSWORD),
  }),
  example: { ticket: 'the-ticket-of-the-code', userId: 2, password: 'winter harvest 71' },
  handler: async ({ services, params, request }) => {
    const db = services.system;
    await countTry(db, request.ip, 'smsAddress', PER_ADDRESS);
    const { rows } = await sql<{ id: string; phone: string }>`select id::text, phone from sms_code
      where ticket_hash = ${hashSecret(params.ticket)} and used_at is null and ticket_until > now()`.execute(
      db,
    );
    const account =
      rows[0] && (await accountsOf(db, rows[0].phone, undefined)).find((one) => one.id === params.userId);
    const over = badInput(
      { zh: '操作已过期，请重新获取验证码', en: 'This took too long, ask for another code' },
      'ticket',
    );
    if (!rows[0] || !account) throw over;
    await checkNewPassword(db, account.id, params.password, 'password');
    const used = await sql`update sms_code set used_at = now()
      where id = ${rows[0].id} and used_at is null returning id`.execute(db);
    if (used.rows.length === 0) throw over;
    await sql`update sms_code set used_at = now()
      where phone = ${rows[0].phone} and used_at is null`.execute(db);
    await setPassword(db, account.id, params.password);
    await forgetTries(db, account.user_name);
    await closeSessionsOf(db, account.id);
    await noteEvent(db, request, account.id, 'passwordForgotten');
    return { userName: account.user_name };
  },
});

export const smsRoutes = [sendSMS, checkSms, resetPassword];
