import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import {
  CHECK_FILE_TYPES,
  checkplanCheckfile,
  type CheckFileType,
} from '#resource/yunshui/checkplanCheckfile.ts';
import { PICTURES } from '#feature/house/file/server/public.ts';
import { findRow } from '#server/resource/row.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { defineRoute, type Download, type Route, type UploadedFile } from '#server/route.ts';
import { keepCheckFile } from './keepCheckFile.ts';

const types = Object.keys(CHECK_FILE_TYPES) as CheckFileType[];
const fileType = z.enum(types as [CheckFileType, ...CheckFileType[]]);

/** The enterprise that is meant: named, or the only one of the account. */
function ownerOf({ caller }: SlotCall, named: number | undefined): number {
  const own = caller.scope === 'all' ? undefined : caller.scope[0];
  const consumerId = named ?? own;
  if (consumerId === undefined) throw badInput({ zh: '请指定企业', en: 'Name an enterprise' }, 'orgId');
  return consumerId;
}

function firstFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files;
  if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
  return file;
}

/** Specification 1 section 7: tabs 19 and above use `add` with upFile, orgId and type. */
const add = defineRoute({
  method: 'UPLOAD',
  path: '/api/yunshui/checkplanCheckfile/add',
  summary: { zh: '档案文件：上传新版本', en: 'Archive files: upload a version' },
  permission: funCodeOf(checkplanCheckfile, 'add'),
  params: z.looseObject({
    orgId: id().optional(),
    consumerId: id().optional(),
    type: fileType.optional(),
    fileType: fileType.optional(),
    fileName: z.string().trim().max(120).optional(),
    fileNameEn: z.string().trim().max(120).optional(),
    checkPlanId: id().optional(),
    checkItemId: id().optional(),
    remark: z.string().max(255).optional(),
  }),
  row: checkplanCheckfile,
  handler: (call) => {
    const { params } = call;
    return keepCheckFile(call, firstFile(call.files), {
      consumerId: ownerOf(call, params.consumerId ?? params.orgId),
      fileType: params.type ?? params.fileType ?? '19',
      fileName: params.fileName,
      fileNameEn: params.fileNameEn,
      checkPlanId: params.checkPlanId,
      checkItemId: params.checkItemId,
      remark: params.remark,
    });
  },
});

async function contentOf(call: SlotCall, rowId: number): Promise<Download> {
  const row = await findRow(call.trx, checkplanCheckfile, rowId);
  if (!row) throw noSuchRow();
  const { rows } = await sql<{ sha256: string; mimeType: string }>`
    select sha256, mime_type as "mimeType" from file_record where id = ${row['fileId']}`.execute(call.trx);
  const [file] = rows;
  if (!file) throw noSuchRow();
  return {
    fileName: String(row['fileName']),
    mimeType: file.mimeType,
    body: call.services.files.open(file.sha256),
  };
}

const VIEW = funCodeOf(checkplanCheckfile, 'view');

const download = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/checkplanCheckfile/download',
  summary: { zh: '档案文件：下载', en: 'Archive files: download' },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: (call) => contentOf(call, call.params.id),
});

const preview = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/checkplanCheckfile/preview',
  summary: { zh: '档案文件：预览图片或 PDF', en: 'Archive files: show a picture or a PDF' },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const file = await contentOf(call, call.params.id);
    if (!PICTURES.has(file.mimeType) && file.mimeType !== 'application/pdf')
      throw badInput(
        { zh: '只能预览图片和 PDF，请下载', en: 'Pictures and PDFs can be shown; download this file' },
        'id',
      );
    return { ...file, inline: true };
  },
});

/** Specification 2 section 7: measurement (upload energy balance files). */
const uploadEnergyBalance = defineRoute({
  method: 'UPLOAD',
  path: '/api/yunshui/measurement/uploadEnergyBalance',
  summary: { zh: '能源平衡资料：上传', en: 'Energy balance: upload a file' },
  permission: funCodeOf(checkplanCheckfile, 'add'),
  params: z.object({ orgId: id().optional(), remark: z.string().max(255).optional() }),
  example: { orgId: 1001, remark: 'of 2025' },
  handler: (call) =>
    keepCheckFile(call, firstFile(call.files), {
      consumerId: ownerOf(call, call.params.orgId),
      fileType: '30',
      remark: call.params.remark,
    }),
});

export const routes: readonly Route[] = [add, download, preview, uploadEnergyBalance];
