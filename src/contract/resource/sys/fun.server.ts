import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { MENU } from '#contract/menu.ts';
import type { MenuNode } from '#contract/menu.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { refuseAllButOperators } from '#feature/session/server/guard.ts';
import { menuTree } from '#feature/session/server/menu.ts';
import { forgetCallers } from '#feature/session/server/session.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
import { editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { fun } from './fun.ts';

const codesBelow = (node: MenuNode): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesBelow)];

/** Function codes that screens, buttons and calls of the product ask for. */
let shipped: ReadonlySet<string> | undefined;
const isShipped = (code: unknown): boolean => (shipped ??= new Set(codesBelow(MENU))).has(String(code));

/** The whole menu with its hidden entries and its buttons, as a tree. */
const getFunTree = defineRoute({
  method: 'GET',
  path: '/api/sys/fun/getFunTree',
  summary: { zh: '功能菜单：树', en: 'Functions: the tree' },
  permission: funCodeOf(fun, 'view'),
  params: z.object({}),
  example: {},
  handler: ({ trx, language }) => menuTree(trx, language, true),
});

/** Puts a function below a parent at a place among its siblings (0 = first). */
const move = defineRoute({
  method: 'POST',
  path: '/api/sys/fun/move',
  summary: { zh: '功能菜单：移动', en: 'Functions: move' },
  permission: funCodeOf(fun, 'edit'),
  params: z.object({ id: id(), parentId: id(), ix: z.coerce.number().int().min(0).max(10_000) }),
  handler: async (call) => {
    const { trx, params } = call;
    refuseAllButOperators(call);
    const before = await findRow(trx, fun, params.id);
    if (!before) throw noSuchRow();
    if (before['parentId'] !== params.parentId)
      await editRow(call, fun, params.id, { parentId: params.parentId });
    await sql`lock table fun in share row exclusive mode`.execute(trx);
    await sql`
      with others as (
        select id, row_number() over (order by ix, id) - 1 as n from fun
        where parent_id = ${params.parentId} and id <> ${params.id})
      update fun set ix = case when fun.id = ${params.id} then ${params.ix}
          else (select n + (n >= ${params.ix})::integer from others where others.id = fun.id) end
      where fun.parent_id = ${params.parentId}`.execute(trx);
    const after = await findRow(trx, fun, params.id);
    if (after && before['parentId'] === params.parentId) await recordChange(call, fun, 'edit', before, after);
    return after;
  },
});

export const funSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
    if (
      before &&
      isShipped(before['funCode']) &&
      'funCode' in values &&
      values['funCode'] !== before['funCode']
    )
      throw badInput(
        {
          zh: '功能代码：页面、按钮与接口按此代码检查权限，不可更改',
          en: 'Function code: screens, buttons and calls ask for this code, it cannot be changed',
        },
        'funCode',
      );
    const url = values['url'];
    // Menu entries lead to screens of the product; another site could pass itself off as one.
    if (typeof url === 'string' && !/^#?\/?[\w$-]+(\/[\w$:.-]+)*(\?[\w=&%.-]*)?$/.test(url))
      throw badInput(
        {
          zh: '地址：须是本平台的页面，如 /SDNMonitoring/Overview',
          en: 'Address: a screen of this platform, such as /SDNMonitoring/Overview',
        },
        'url',
      );
  },
  afterSave: async ({ trx }, row, before) => {
    forgetCallers();
    // Whoever looks after the menu may hand out what is new in it.
    if (before === null)
      await sql`update org_role set org_fun_list = org_fun_list || ${row.id}::integer
        where role_code = 'operator' and not coalesce(${row.id}::integer = any (org_fun_list), false)`.execute(
        trx,
      );
  },
  beforeDelete: async (call, row) => {
    refuseAllButOperators(call);
    if (isShipped(row['funCode']))
      throw conflict({
        zh: '产品自带的功能不能删除，可将其隐藏',
        en: 'A function of the product cannot be deleted; hide it instead',
      });
    forgetCallers();
    await sql`update org_role set org_fun_list = array_remove(org_fun_list, ${row.id}::integer)
      where ${row.id}::integer = any (org_fun_list)`.execute(call.trx);
  },
  routes: [getFunTree, move],
};
