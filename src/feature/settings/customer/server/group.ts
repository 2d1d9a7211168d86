import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { group } from '#resource/archive/group.ts';
import { findRow, withTitles } from '#server/resource/row.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';

const AT = '/api/sys/group';

/** Groups at their second address, under the names of the specification. */
export const groupRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: `${AT}/get`,
    summary: { zh: '集团', en: 'A group' },
    permission: funCodeOf(group, 'view'),
    params: z.object({ id: id() }),
    example: { id: 1 },
    handler: async ({ trx, params, language }) => {
      const row = await findRow(trx, group, params.id);
      if (!row) throw noSuchRow();
      return (await withTitles(trx, group, [row], language))[0];
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${AT}/getAll`,
    summary: { zh: '全部集团', en: 'All groups' },
    permission: funCodeOf(group, 'view'),
    params: z.object({}),
    example: {},
    handler: async ({ trx }) => {
      const { rows } = await sql<{
        id: number;
        groupId: number;
        groupName: string;
        groupCode: string;
        consumerIdList: number[] | null;
        state: string;
      }>`select id, id as "groupId", shown_name(group_name, group_name_en) as "groupName", group_code as "groupCode",
        consumer_id_list as "consumerIdList", state from "group" order by id limit 10000`.execute(trx);
      return rows;
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${AT}/addGroup`,
    summary: { zh: '新建集团', en: 'Add a group' },
    permission: funCodeOf(group, 'add'),
    params: z.looseObject({}),
    row: group,
    example: { groupName: 'Example Group', groupCode: 'example-group' },
    handler: (call) => addRow(call, group, call.params),
  }),
  defineRoute({
    method: 'POST',
    path: `${AT}/editGroup`,
    summary: { zh: '编辑集团', en: 'Edit a group' },
    permission: funCodeOf(group, 'edit'),
    params: z.looseObject({ id: id() }),
    row: group,
    keepEmpty: true,
    example: { id: 1, groupName: 'Example Group' },
    handler: (call) => editRow(call, group, call.params.id, call.params),
  }),
  defineRoute({
    method: 'POST',
    path: `${AT}/del`,
    summary: { zh: '删除集团', en: 'Delete a group' },
    permission: funCodeOf(group, 'del'),
    params: z.object({ id: idList() }),
    example: { id: 1 },
    handler: async (call) => {
      for (const one of call.params.id) await deleteRow(call, group, one);
      return null;
    },
  }),
];
