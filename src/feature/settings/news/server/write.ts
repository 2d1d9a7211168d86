import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { news } from '#resource/service/news.ts';
import { keepFile } from '#feature/house/file/server/public.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, Route } from '#server/route.ts';

const fields = z.looseObject({ fileIdList: idList().optional() });
/** The attachments that stay, with those that came along; more than this are refused. */
const MOST_FILES = 20;

async function withFiles(
  call: Call<z.output<typeof fields>>,
  kept: readonly number[],
): Promise<number[] | null> {
  if (kept.length + call.files.length > MOST_FILES)
    throw badInput(
      { zh: `附件：最多 ${MOST_FILES} 个`, en: `Attachments: at most ${MOST_FILES}` },
      'fileIdList',
    );
  const ids = [...kept];
  for (const file of call.files) {
    const row = await keepFile(call, file, { consumerId: null, fileType: 'news' });
    ids.push(row.id);
  }
  return ids.length > 0 ? ids : null;
}

const add = defineRoute({
  method: 'UPLOAD',
  filesOptional: true,
  path: '/api/service/news/add',
  summary: { zh: '新闻公告：新建（可带附件）', en: 'News: add, with attachments or without' },
  permission: funCodeOf(news, 'add'),
  params: fields,
  row: news,
  handler: async (call) => {
    const fileIdList = await withFiles(call, call.params.fileIdList ?? []);
    return addRow(call, news, { ...call.params, fileIdList });
  },
});

const change = (name: string, zh: string, en: string, method: 'UPLOAD' | 'POST'): Route =>
  defineRoute({
    method,
    ...(method === 'UPLOAD' ? { filesOptional: true } : {}),
    path: `/api/service/news/${name}`,
    summary: { zh, en },
    permission: funCodeOf(news, 'edit'),
    params: fields.extend({ id: id(), fileIdList: z.unknown().optional() }),
    row: news,
    keepEmpty: true,
    example: { id: 1, title: 'Meters are verified in March' },
    handler: async (call) => {
      const { fileIdList: given, ...rest } = call.params;
      if (method === 'POST' || (given === undefined && call.files.length === 0))
        return editRow(call, news, call.params.id, given === undefined ? rest : call.params);
      const kept =
        given === undefined ? await attached(call, call.params.id) : (idList().safeParse(given).data ?? []);
      const fileIdList = await withFiles({ ...call, params: { fileIdList: kept } }, kept);
      return editRow(call, news, call.params.id, { ...rest, fileIdList });
    },
  });

/** The files of news; who adds others at once waits, so that none is lost. */
async function attached({ trx }: Pick<Call<unknown>, 'trx'>, newsId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select file_id_list as ids from news where id = ${newsId} for update`.execute(trx);
  return rows[0]?.ids ?? [];
}

/** News with their attachments, in place of the generic calls. */
export const writing: readonly Route[] = [
  add,
  change('edit', '新闻公告：编辑（可带附件）', 'News: edit, with attachments or without', 'UPLOAD'),
  change('editNoFiles', '新闻公告：编辑（不含文件）', 'News: edit without files', 'POST'),
];
