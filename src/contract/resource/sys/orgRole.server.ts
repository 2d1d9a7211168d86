import { sql } from 'kysely';
import * as z from 'zod';
import { conflict } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { refuseAllButOperators, refuseLockOut, refuseMoreFunctions } from '#feature/session/server/guard.ts';
import { effectOfRole } from '#feature/session/server/roleEffect.ts';
import { forgetCallers } from '#feature/session/server/session.ts';
import type { Slots } from '#server/resource/slot.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { orgRole } from './orgRole.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

const addWithFuns = defineRoute({
  method: 'POST',
  path: '/api/sys/orgRole/addWithFuns',
  summary: { zh: '角色：新建及其功能', en: 'Roles: add with functions' },
  permission: funCodeOf(orgRole, 'add'),
  params: z.looseObject({}),
  handler: (call) => addRow(call, orgRole, call.params),
});

const editWithFuns = defineRoute({
  method: 'POST',
  path: '/api/sys/orgRole/editWithFuns',
  summary: { zh: '角色：编辑及其功能', en: 'Roles: edit with functions' },
  permission: funCodeOf(orgRole, 'edit'),
  params: z.looseObject({ id: id() }),
  keepEmpty: true,
  handler: (call) => editRow(call, orgRole, call.params.id, call.params),
});

const ids = () => z.preprocess((raw) => (raw === '' ? [] : raw), idList().or(z.array(z.never()))).default([]);

/** What a change of a role would give to whom and take from whom, before it is made. */
const getEffect = defineRoute({
  method: 'POST',
  path: '/api/sys/orgRole/getEffect',
  summary: { zh: '角色：更改的影响', en: 'Roles: the effect of a change' },
  permission: funCodeOf(orgRole, 'edit'),
  params: z.object({ id: id(), orgFunList: ids(), orgLimitList: ids() }),
  keepEmpty: true,
  example: { id: 2, orgFunList: '1' },
  handler: ({ trx, params }) => effectOfRole(trx, params.id, params.orgFunList, params.orgLimitList),
});

export const orgRoleSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
    if ('orgFunList' in values)
      await refuseMoreFunctions(call, idsOf(before?.['orgFunList']), idsOf(values['orgFunList']));
  },
  afterSave: async (call, _row, before) => {
    if (before) await refuseLockOut(call);
    forgetCallers();
  },
  beforeDelete: async (call, row) => {
    refuseAllButOperators(call);
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from org_employee
      where ${row.id}::integer = any (role_id_list)`.execute(call.trx);
    const held = rows[0]?.n ?? 0;
    if (held > 0)
      throw conflict({ zh: `仍有 ${held} 个账号持有此角色`, en: `${held} accounts still hold this role` });
  },
  routes: [addWithFuns, editWithFuns, getEffect],
};
