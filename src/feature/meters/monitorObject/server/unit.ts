import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgUnit } from '#resource/sys/orgUnit.ts';
import { findRow } from '#server/resource/row.ts';
import { editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';

/** Puts a unit below another, or at the top, as its ix-th: the order in which units are listed everywhere. */
const editIx = defineRoute({
  method: 'POST',
  path: '/api/sys/orgUnit/editIx',
  summary: {
    zh: '组织机构：移到某处（parentId 之下第 ix 个；parentId 为 0 表示顶层，不给则在原处排序）',
    en: 'Organisation units: move to a place (the ix-th below parentId; 0 = the top, none = where it is)',
  },
  permission: funCodeOf(orgUnit, 'edit'),
  params: z.object({
    id: id(),
    parentId: z.coerce.number().int().min(0).max(2147483647).optional(),
    ix: z.coerce.number().int().min(0).max(1_000_000).default(1_000_000),
    confirmed: yesNo().default(false),
  }),
  example: { id: 1005, ix: 0 },
  handler: async (call) => {
    const { trx, params } = call;
    const { confirmed } = params;
    const unit = await findRow(trx, orgUnit, params.id);
    if (!unit) throw noSuchRow();
    const here = (unit['parentId'] ?? null) as number | null;
    const parentId = params.parentId === undefined ? here : params.parentId || null;
    const parent = parentId === null ? unit : await findRow(trx, orgUnit, parentId);
    if (!parent || parent['consumerId'] !== unit['consumerId'])
      throw badInput({ zh: '上级组织：没有此组织', en: 'Parent unit: there is no such unit' }, 'parentId');
    if (parentId !== here) await editRow(call, orgUnit, unit.id, { parentId, confirmed });
    const { rows } = await sql<{ id: number }>`
      select id from org_unit where consumer_id = ${unit['consumerId']}
        and parent_id is not distinct from ${parentId}::integer and id <> ${unit.id} order by ix, id for update`.execute(
      trx,
    );
    const order = rows.map((row) => row.id).toSpliced(Math.min(params.ix, rows.length), 0, unit.id);
    await sql`update org_unit u set ix = p.ix - 1
      from unnest(${order}::integer[]) with ordinality p(id, ix) where u.id = p.id and u.ix <> p.ix - 1`.execute(
      trx,
    );
    return findRow(trx, orgUnit, unit.id);
  },
});

export const unitRoutes: readonly Route[] = [editIx];
