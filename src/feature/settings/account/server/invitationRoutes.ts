import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { LONGEST_PASSWORD } from '#contract/password.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { countTry, forgetTries, noteEvent, refuseAbove } from '#feature/house/session/server/public.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import type { Invited, InvitationState, InvitedAccount } from '../contract.ts';
import { acceptInvitation, invitationOf, invite, isSettled } from './invitation.ts';
import { openInvitationOf, withdrawInvitation } from './invitation.ts';

const ADD = funCodeOf(orgEmployee, 'add');

/** Links that one address may try. */
const PER_ADDRESS = { most: 30, minutes: 30 };

async function accountRow({ trx }: SlotCall, userId: number): Promise<JsonRow> {
  const row = await findRow(trx, orgEmployee, userId);
  if (!row) throw noSuchRow();
  return row;
}

const getInvitation = defineRoute({
  method: 'GET',
  path: '/api/sys/account/getInvitation',
  summary: { zh: '账号：邀请状态', en: 'Accounts: the invitation of one' },
  permission: ADD,
  params: z.object({ userId: id() }),
  example: { userId: 1 },
  handler: async (call): Promise<InvitationState> => {
    const { system, config } = call.services;
    const row = await accountRow(call, call.params.userId);
    return {
      settled: await isSettled(system, row.id),
      email: (row['email'] ?? null) as string | null,
      mail: config.outbox.mail !== null,
      open: await openInvitationOf(system, row.id),
    };
  },
});

/** How an invitation stands in the change log: never its link. */
const reported = (row: JsonRow, invitation: string | null) => ({
  id: row.id,
  consumerId: row['consumerId'],
  userName: row['userName'],
  invitation,
});

/** Invites the holder of an account that has no password yet: by mail, or by a link that is answered once. */
const inviteAccount = defineRoute({
  method: 'POST',
  path: '/api/sys/account/invite',
  summary: { zh: '账号：邀请本人设置密码', en: 'Accounts: invite its holder to choose a password' },
  permission: ADD,
  params: z.object({ userId: id(), way: z.enum(['mail', 'link']) }),
  example: { userId: 2, way: 'link' },
  handler: async (call): Promise<Invited> => {
    const { caller, params, services, request, language } = call;
    const row = await accountRow(call, params.userId);
    await refuseAbove(call, row.id);
    if (row['state'] !== '1')
      throw conflict({ zh: '账号已停用，不能邀请', en: 'The account is out of use: nobody is invited' });
    if (await isSettled(services.system, row.id))
      throw conflict({
        zh: '该账号已有密码或使用单点登录，无需邀请；可为其设置新密码',
        en: 'The account has a password, or comes by single sign-on: set a new password instead',
      });
    const to = row['email'];
    if (params.way === 'mail' && services.config.outbox.mail === null)
      throw conflict({
        zh: '邮件未配置，请改用一次性链接',
        en: 'Mail is not set up: take a link that works once',
      });
    if (params.way === 'mail' && typeof to !== 'string')
      throw badInput({ zh: '邮箱：该账号没有邮箱', en: 'E-mail: the account has none' }, 'email');
    const invited = await invite(
      services.system,
      { id: row.id, name: String(row['name']) },
      caller.name,
      params.way === 'mail'
        ? {
            to: String(to),
            origin: `${request.protocol}://${request.host}`,
            language,
            consumerId: row['consumerId'] as number | null,
          }
        : null,
    );
    await recordChange(
      call,
      orgEmployee,
      'edit',
      reported(row, null),
      reported(row, invited.sentTo ?? params.way),
    );
    await noteEvent(services.system, request, row.id, 'invited', caller.name);
    return invited;
  },
});

const withdraw = defineRoute({
  method: 'POST',
  path: '/api/sys/account/withdrawInvitation',
  summary: { zh: '账号：撤回邀请', en: 'Accounts: withdraw an invitation' },
  permission: ADD,
  params: z.object({ userId: id() }),
  example: { userId: 2 },
  handler: async (call) => {
    const row = await accountRow(call, call.params.userId);
    await refuseAbove(call, row.id);
    if (!(await withdrawInvitation(call.services.system, row.id)))
      throw conflict({ zh: '没有待使用的邀请', en: 'No invitation is open' });
    await recordChange(call, orgEmployee, 'edit', reported(row, 'open'), reported(row, null));
    return { userId: row.id };
  },
});

// The link travels in the body: addresses are written into logs.
const token = () => z.string().min(20).max(100);

/** Whose account an invitation opens. */
const look = defineRoute({
  method: 'POST',
  path: '/api/sys/invitation/look',
  summary: { zh: '邀请：所邀请的账号', en: 'Invitations: whose account one opens' },
  permission: PUBLIC,
  params: z.object({ token: token() }),
  example: { token: 'a-token-of-an-invitation' },
  handler: async ({ services, params, request }): Promise<InvitedAccount> => {
    await countTry(services.system, request.ip, 'invitation', PER_ADDRESS);
    const { userName, name, orgName, endsAt } = await invitationOf(services.system, params.token);
    return { userName, name, orgName, endsAt };
  },
});

/** Chooses the first password by an invitation; its holder then logs in with it. */
const accept = defineRoute({
  method: 'POST',
  path: '/api/sys/invitation/accept',
  summary: { zh: '邀请：设置密码', en: 'Invitations: choose the password' },
  permission: PUBLIC,
  params: z.object({ token: token(), password: z.string().min(1).max(LONGEST_PASSWORD) }),
  example: { token: 'a-token-of-an-invitation', password: 'winter harvest 71' },
  handler: async ({ services, params, request }) => {
    await countTry(services.system, request.ip, 'invitation', PER_ADDRESS);
    const { employeeId, userName } = await acceptInvitation(services.system, params.token, params.password);
    await forgetTries(services.system, userName);
    await noteEvent(services.system, request, employeeId, 'invitationUsed');
    return { userName };
  },
});

export const invitationRoutes = [getInvitation, inviteAccount, withdraw, look, accept];
