import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { hashPassword, passwordFits } from '#feature/session/server/password.ts';
import { closeSessionsOf } from '#feature/session/server/session.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { orgEmployee } from './orgEmployee.ts';

/** Sets an account's password. */
export async function setPassword(system: Db, employeeId: number, password: string): Promise<void> {
  await sql`insert into employee_secret (employee_id, password_hash)
    values (${employeeId}, ${await hashPassword(password)})
    on conflict (employee_id) do update set password_hash = excluded.password_hash, changed_at = now(),
      must_change = false`.execute(system);
}

/** An administrator sets another's password, proving to be there by the own one (specification 2 section 7). */
const updateEmpPassword = defineRoute({
  method: 'POST',
  path: '/api/sys/orgEmployee/updateEmpPassword',
  summary: { zh: '账号：重置密码', en: 'Accounts: reset a password' },
  permission: funCodeOf(orgEmployee, 'edit'),
  params: z.object({
    aId: id().optional(),
    userId: id(),
    adminPassword: z.string().min(1).max(200),
    userPassword: z.string().min(8).max(200),
  }),
  handler: async ({ trx, caller, params, services }) => {
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from employee_secret where employee_id = ${caller.employeeId}`.execute(
      services.system,
    );
    if (!rows[0] || !(await passwordFits(params.adminPassword, rows[0].password_hash)))
      throw badInput(
        { zh: '管理员密码不正确', en: 'The administrator’s password is wrong' },
        'adminPassword',
      );
    if (!(await findRow(trx, orgEmployee, params.userId))) throw noSuchRow();
    await setPassword(services.system, params.userId, params.userPassword);
    await closeSessionsOf(services.system, params.userId);
    return null;
  },
});

export const employeeSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    if (typeof values['userName'] === 'string') values['userName'] = values['userName'].toLowerCase();
    const row = { ...before, ...values };
    if (row['accountType'] === '0' && row['consumerId'] == null)
      throw badInput(
        { zh: '所属企业：企业用户必填', en: 'Enterprise: is required for an enterprise user' },
        'consumerId',
      );
  },
  afterSave: async ({ services }, row) => {
    if (row['state'] !== '1') await closeSessionsOf(services.system, row.id);
  },
  beforeDelete: async ({ caller, services }, row) => {
    if (row.id === caller.employeeId)
      throw conflict({ zh: '不能删除自己的账号', en: 'You cannot delete your own account' });
    await closeSessionsOf(services.system, row.id);
    await sql`delete from employee_secret where employee_id = ${row.id}`.execute(services.system);
  },
  routes: [updateEmpPassword],
};
