import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { AccountEvent, OwnEvent } from '#contract/signIn.ts';
import type { Text } from '#contract/text.ts';
import { ACCOUNT_EVENTS } from '#contract/signIn.ts';
import { isMailAddress, isTelephone, sendMail, sendSms } from '#feature/house/outbox/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { browserOf } from './origin.ts';

const KEPT_DAYS = 365;

/** Events of which the holder is told at once by mail, or by SMS where there is no address. */
const TOLD: readonly AccountEvent[] = [
  'factorOff',
  'factorReset',
  'recoveryUsed',
  'passwordReset',
  'passwordForgotten',
  'invitationUsed',
  'linked',
  'addressChanged',
];

/**
 * Writes down what became of the ways into an account, and tells its holder what another person may have done.
 * @param byName who did it, where that was somebody else
 */
export async function noteEvent(
  db: Db,
  request: FastifyRequest,
  employeeId: number,
  kind: AccountEvent,
  byName: string | null = null,
): Promise<void> {
  await sql`delete from account_event
    where employee_id = ${employeeId} and at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await sql`insert into account_event (employee_id, kind, by_name, ip, browser)
    values (${employeeId}, ${kind}, ${byName}, ${request.ip}, ${browserOf(request)})`.execute(db);
  if (TOLD.includes(kind)) await tell(db, employeeId, kind, byName);
}

async function tell(db: Db, employeeId: number, kind: AccountEvent, byName: string | null): Promise<void> {
  const { rows } = await sql<{
    user_name: string;
    email: string | null;
    telephone: string | null;
    consumer_id: number | null;
  }>`select user_name, email, telephone, consumer_id from org_employee where id = ${employeeId}`.execute(db);
  const person = rows[0];
  if (!person) return;
  const what = ACCOUNT_EVENTS[kind];
  const text: Text = {
    zh: `Meterhouse 账号 ${person.user_name}：${what.zh}${byName === null ? '' : `（${byName}）`}。如非您本人所为或知情，请立即联系管理员。`,
    en: `Meterhouse account ${person.user_name}: ${what.en}${byName === null ? '' : ` (${byName})`}. If you do not know of this, speak to your administrator at once.`,
  };
  const message = { purpose: 'account', consumerId: person.consumer_id, text } as const;
  const subject: Text = { zh: '账号安全提醒', en: 'Security of your account' };
  if (person.email && isMailAddress(person.email))
    await sendMail(db, { ...message, to: person.email, subject });
  else if (person.telephone && isTelephone(person.telephone))
    await sendSms(db, { ...message, to: person.telephone });
}

/** The newest events of an account. */
export async function eventsOf(db: Db, employeeId: number): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    select id::integer as id, at, kind, by_name as "byName", ip, browser from account_event
    where employee_id = ${employeeId} order by id desc limit 20`.execute(db);
  return rows;
}
