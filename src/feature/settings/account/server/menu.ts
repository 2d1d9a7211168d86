import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { fun } from '#resource/sys/fun.ts';
import { menuTree, refuseAllButOperators } from '#feature/house/session/server/public.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

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
  example: { id: 2, parentId: 1, ix: 0 },
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

export const menuRoutes = [getFunTree, move];
