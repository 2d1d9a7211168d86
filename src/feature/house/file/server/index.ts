import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { fileRecord } from '#resource/sys/fileRecord.ts';
import { findRow } from '#server/resource/row.ts';
import { readValues } from '#server/resource/values.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import { keepFile } from './keepFile.ts';

const add = defineRoute({
  method: 'UPLOAD',
  path: '/api/sys/fileRecord/add',
  summary: { zh: '文件：上传', en: 'Files: upload' },
  permission: funCodeOf(fileRecord, 'add'),
  params: z.looseObject({ orgId: id().optional() }),
  row: fileRecord,
  handler: async (call) => {
    const file = call.files[0];
    if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    const { fileName: given, ...params } = call.params as Record<string, unknown>;
    const values = readValues(fileRecord, params);
    const { scope } = call.caller;
    const own = scope === 'all' ? null : (scope[0] ?? null);
    const name = typeof given === 'string' && given.trim() !== '' ? given : undefined;
    return keepFile(
      call,
      name === undefined ? file : { ...file, fileName: withEnding(name, file.fileName) },
      {
        consumerId: (values['consumerId'] as number | null | undefined) ?? call.params.orgId ?? own,
        fileType: (values['fileType'] as string | undefined) ?? 'document',
        fileNameEn: (values['fileNameEn'] as string | null | undefined) ?? null,
        fileCode: (values['fileCode'] as string | null | undefined) ?? null,
        remark: (values['remark'] as string | null | undefined) ?? null,
      },
    );
  },
});

/** A name of the person's own keeps the ending of the file. */
function withEnding(name: string, fileName: string): string {
  const ending = /\.[^.]+$/.exec(fileName)?.[0] ?? '';
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
}

const download = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/fileRecord/download',
  summary: { zh: '文件：下载', en: 'Files: download' },
  permission: funCodeOf(fileRecord, 'view'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }) => {
    const row = await findRow(trx, fileRecord, params.id);
    if (!row) throw noSuchRow();
    return {
      fileName: String(row['fileName']),
      mimeType: String(row['mimeType']),
      body: services.files.open(String(row['sha256'])),
    };
  },
});

export const routes: readonly Route[] = [add, download];
