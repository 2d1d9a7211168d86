import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Language, Text } from '#contract/text.ts';
import { sendMail } from '#feature/house/outbox/server/public.ts';
import { checkNewPassword, hashPassword, inUse } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { INVITATION_DAYS } from '../contract.ts';
import type { Invited, InvitedAccount, OpenInvitation } from '../contract.ts';

/** Where the letter goes, and the address of the product in it. */
export interface InvitationMail {
  readonly to: string;
  /** `https://host`, as whoever invites sees the product. */
  readonly origin: string;
  readonly language: Language;
  readonly consumerId: number | null;
}

/** Ends the open invitation of an account. @returns whether there was one */
export async function withdrawInvitation(db: Db, employeeId: number): Promise<boolean> {
  const { rows } = await sql`update account_invitation set withdrawn_at = now()
    where employee_id = ${employeeId} and used_at is null and withdrawn_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** The invitation of an account that still works; null where none does. */
export async function openInvitationOf(db: Db, employeeId: number): Promise<OpenInvitation | null> {
  const { rows } = await sql<OpenInvitation>`select i.sent_to as "sentTo", o.state as "mailState",
      i.by_name as "byName", i.created_at as "createdAt", i.ends_at as "endsAt"
    from account_invitation i left join outbox o on o.id = i.outbox_id
    where i.employee_id = ${employeeId} and i.used_at is null and i.withdrawn_at is null and i.ends_at > now()`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Whether an account has a password, or its holder comes by single sign-on. */
export async function isSettled(db: Db, employeeId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from employee_secret where employee_id = ${employeeId}
    union all select 1 from sign_on_link where employee_id = ${employeeId}`.execute(db);
  return rows.length > 0;
}

const letter = (origin: string, token: string, name: string, by: string): { subject: Text; text: Text } => {
  const link = `${origin}/#/invitation?token=${token}`;
  return {
    subject: { zh: 'Meterhouse 账号邀请', en: 'Your Meterhouse account' },
    text: {
      zh: `${name}，您好：\n\n${by} 为您开通了 Meterhouse 账号。请打开下面的链接设置您的密码：\n\n${link}\n\n链接 ${INVITATION_DAYS} 天内有效，只能使用一次，请勿转发。如您不认识此人，请忽略本邮件。`,
      en: `Hello ${name},\n\n${by} has opened a Meterhouse account for you. Choose your password by this link:\n\n${link}\n\nIt works once, for ${INVITATION_DAYS} days; do not pass it on. If you do not know the sender, ignore this letter.`,
    },
  };
};

/**
 * Makes the invitation of an account; one that was open before ends. The link is in the answer where no letter takes it.
 * @throws Fault 400 naming `to` where the address is none
 */
export async function invite(
  system: Db,
  employee: { readonly id: number; readonly name: string },
  byName: string,
  mail: InvitationMail | null,
): Promise<Invited> {
  const token = newSecret();
  return system.transaction().execute(async (trx) => {
    await withdrawInvitation(trx, employee.id);
    const sent =
      mail &&
      (await sendMail(trx, {
        ...letter(mail.origin, token, employee.name, byName),
        to: mail.to,
        language: mail.language,
        consumerId: mail.consumerId,
        purpose: 'account',
        secret: token,
      }));
    const { rows } = await sql<{ endsAt: Date }>`
      insert into account_invitation (employee_id, token_hash, outbox_id, sent_to, by_name, ends_at)
      values (${employee.id}, ${hashSecret(token)}, ${sent?.id ?? null}, ${mail?.to ?? null}, ${byName},
        now() + make_interval(days => ${INVITATION_DAYS})) returning ends_at as "endsAt"`.execute(trx);
    const endsAt = rows[0]?.endsAt.toISOString() ?? '';
    return { token: mail ? null : token, sentTo: mail?.to ?? null, endsAt };
  });
}

interface Kept extends InvitedAccount {
  readonly id: number;
  readonly employeeId: number;
  readonly usedAt: Date | null;
  readonly over: boolean;
}

const over = (zh: string, en: string) => badInput({ zh, en }, 'token');

/** The account that a link opens. @throws Fault 400 naming `token`, with why it opens none */
export async function invitationOf(db: Db, token: string): Promise<Kept> {
  const { rows } = await sql<Kept>`select i.id, i.employee_id as "employeeId", i.used_at as "usedAt",
      i.withdrawn_at is not null or i.ends_at < now() or not ${inUse} as over,
      e.user_name as "userName", e.name, c.org_name as "orgName", i.ends_at as "endsAt"
    from account_invitation i join org_employee e on e.id = i.employee_id
      left join consumer c on c.id = e.consumer_id where i.token_hash = ${hashSecret(token)}`.execute(db);
  const [row] = rows;
  if (row?.usedAt)
    throw over(
      '此邀请已被使用。如果不是您本人所为，请立即联系邀请您的管理员',
      'This invitation has been used. If that was not you, speak to the administrator who invited you at once',
    );
  if (!row || row.over || (await isSettled(db, row.employeeId)))
    throw over(
      '此邀请已失效，请联系邀请您的管理员重新发送',
      'This invitation is no longer valid; ask the administrator who invited you for a new one',
    );
  return row;
}

/**
 * Chooses the first password by a link, which is used up by that; of two at once one comes through.
 * @throws Fault 400 naming `token` or `password`
 */
export async function acceptInvitation(
  system: Db,
  token: string,
  password: string,
): Promise<{ employeeId: number; userName: string }> {
  const { id, employeeId, userName } = await invitationOf(system, token);
  await checkNewPassword(system, employeeId, password, 'password');
  const hash = await hashPassword(password);
  await system.transaction().execute(async (trx) => {
    const used = await sql`update account_invitation set used_at = now()
      where id = ${id} and used_at is null and withdrawn_at is null returning 1`.execute(trx);
    const kept = await sql`insert into employee_secret (employee_id, password_hash, must_change)
      values (${employeeId}, ${hash}, false) on conflict (employee_id) do nothing returning 1`.execute(trx);
    if (used.rows.length === 0 || kept.rows.length === 0)
      throw over('此邀请已被使用', 'This invitation has been used');
  });
  return { employeeId, userName };
}
