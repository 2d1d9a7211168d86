import * as z from 'zod';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgRole } from '#resource/sys/orgRole.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { effectOfRole } from './roleEffect.ts';

const addWithFuns = defineRoute({
  method: 'POST',
  path: '/api/sys/orgRole/addWithFuns',
  summary: { zh: '角色：新建及其功能', en: 'Roles: add with functions' },
  permission: funCodeOf(orgRole, 'add'),
  params: z.looseObject({}),
  row: orgRole,
  example: { roleName: 'Reader of energy', roleCode: 'energy-reader', orgFunList: [1], orgLimitList: [1001] },
  handler: (call) => addRow(call, orgRole, call.params),
});

const editWithFuns = defineRoute({
  method: 'POST',
  path: '/api/sys/orgRole/editWithFuns',
  summary: { zh: '角色：编辑及其功能', en: 'Roles: edit with functions' },
  permission: funCodeOf(orgRole, 'edit'),
  params: z.looseObject({ id: id() }),
  row: orgRole,
  keepEmpty: true,
  example: { id: 2, orgFunList: [1], orgLimitList: [1001] },
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

export const roleRoutes = [addWithFuns, editWithFuns, getEffect];
