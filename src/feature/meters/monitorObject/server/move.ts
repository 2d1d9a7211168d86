import { sql } from 'kysely';
import * as z from 'zod';
import { conflict } from '#contract/error.ts';
import { id, idList, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { deleteRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, Route } from '#server/route.ts';
import { degrade, place, upgrade } from '../domain/tree.ts';
import type { Move, TreeObject } from '../domain/tree.ts';
import { applyMove, lockObjects, objectOf } from './store.ts';

const AT = '/api/archive/monitorObject';
const permission = funCodeOf(monitorObject, 'edit');

async function moved(call: Call<unknown>, objectId: number, by: (objects: readonly TreeObject[]) => Move) {
  const { consumerId } = await objectOf(call.trx, objectId);
  return applyMove(call, objectId, by(await lockObjects(call.trx, Number(consumerId))));
}

const editIx = defineRoute({
  method: 'POST',
  path: `${AT}/editIx`,
  summary: {
    zh: '监测对象：移到某处（parentId 之下第 ix 个；parentId 为 0 表示顶层，不给则在原处排序）',
    en: 'Monitored objects: move to a place (the ix-th below parentId; 0 = the top, none = where it is)',
  },
  permission,
  params: z.object({
    id: id(),
    parentId: z.coerce.number().int().min(0).max(2147483647).optional(),
    ix: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  example: { id: 1016, ix: 0 },
  handler: (call) =>
    moved(call, call.params.id, (objects) => {
      const { id: objectId, parentId, ix } = call.params;
      const here = objects.find((one) => one.id === objectId)?.parentId ?? null;
      return place(objects, objectId, parentId === undefined ? here : parentId || null, ix);
    }),
});

const upgradeObject = defineRoute({
  method: 'POST',
  path: `${AT}/upgrade`,
  summary: { zh: '监测对象：升级（上移一层）', en: 'Monitored objects: one level up' },
  permission,
  params: z.object({ id: id() }),
  example: { id: 1016 },
  handler: (call) => moved(call, call.params.id, (objects) => upgrade(objects, call.params.id)),
});

const degradeObject = defineRoute({
  method: 'POST',
  path: `${AT}/degrade`,
  summary: { zh: '监测对象：降级（下移一层）', en: 'Monitored objects: one level down' },
  permission,
  params: z.object({ id: id() }),
  example: { id: 1016 },
  handler: (call) => moved(call, call.params.id, (objects) => degrade(objects, call.params.id)),
});

const MOST = 1000;

const delSubObject = defineRoute({
  method: 'POST',
  path: `${AT}/delSubObject`,
  summary: {
    zh: '监测对象：删除（withSub=1 连同其下级）',
    en: 'Monitored objects: delete, with what is below by withSub=1',
  },
  permission: funCodeOf(monitorObject, 'del'),
  params: z.object({ id: idList(), withSub: yesNo().default(false) }),
  example: { id: 1016, withSub: true },
  handler: async (call) => {
    for (const one of call.params.id) {
      const { orgName } = await objectOf(call.trx, one);
      const { rows } = await sql<{ id: number }>`
        with recursive below as (
          select id, array[id] as path from monitor_object where id = ${one}
          union all select o.id, b.path || o.id from monitor_object o join below b on o.parent_id = b.id
          where o.id <> all(b.path))
        select id from below order by cardinality(path) desc, id limit ${MOST + 1}`.execute(call.trx);
      if (call.params.withSub && rows.length > MOST)
        throw conflict({
          zh: `“${String(orgName)}”之下的对象超过 ${MOST} 个，请分批删除`,
          en: `More than ${MOST} objects stand below “${String(orgName)}”: delete them in parts`,
        });
      for (const row of call.params.withSub ? rows : [{ id: one }])
        await deleteRow(call, monitorObject, row.id);
    }
    return null;
  },
});

export const moveRoutes: readonly Route[] = [editIx, upgradeObject, degradeObject, delSubObject];
