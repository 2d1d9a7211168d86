import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { inspectFile } from '#feature/house/file/server/public.ts';
import { recordChange } from '#server/resource/audit.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, Download } from '#server/route.ts';
import { DOCUMENT_KINDS } from '../contract.ts';
import type { DocumentKind, HelpDocument } from '../contract.ts';

/** How acts on documents stand in the change log. */
const LOGGED = { name: 'helpDocument', scope: null } as const;

const kind = z.enum(Object.keys(DOCUMENT_KINDS) as [DocumentKind]);

const getDocuments = defineRoute({
  method: 'GET',
  path: '/api/sys/help/getDocuments',
  summary: { zh: '帮助：资料列表', en: 'Help: documents' },
  permission: null,
  why: 'shared',
  params: z.object({ kind: kind.optional() }),
  example: {},
  handler: async ({ trx, params }): Promise<HelpDocument[]> => {
    const { rows } = await sql<HelpDocument>`
      select id, title, kind, file_name as "fileName", size, 
        shown_name(uploaded_by, account_name_en(uploaded_by_id, uploaded_by)) as "uploadedBy", uploaded_at as "uploadedAt"
      from help_document where ${params.kind ? sql`kind = ${params.kind}` : sql`true`}
      order by id desc limit 500`.execute(trx);
    return rows;
  },
});

const getDocument = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/help/getDocument',
  summary: { zh: '帮助：下载资料', en: 'Help: download a document' },
  permission: null,
  why: 'shared',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, services }): Promise<Download> => {
    const { rows } = await sql<{ fileName: string; mimeType: string; sha256: string }>`
      select file_name as "fileName", mime_type as "mimeType", sha256 from help_document
      where id = ${params.id}`.execute(trx);
    const row = rows[0];
    if (!row) throw noSuchRow();
    return { fileName: row.fileName, mimeType: row.mimeType, body: services.files.open(row.sha256) };
  },
});

/** Documents are everybody's: operators alone write them, whatever functions an enterprise account holds. */
const onlyOperators = ({ caller }: Pick<Call<unknown>, 'caller'>): void => {
  if (caller.scope !== 'all') throw forbidden();
};

const addDocument = defineRoute({
  method: 'UPLOAD',
  path: '/api/sys/help/addDocument',
  summary: { zh: '帮助：上传资料', en: 'Help: upload a document' },
  permission: 'help.edit',
  params: z.object({ title: z.string().trim().min(1).max(120), kind: kind.default('other') }),
  example: { title: 'Rules of metering', kind: 'manual' },
  handler: async (call) => {
    onlyOperators(call);
    const { trx, params, caller, files } = call;
    const [file] = files;
    if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    const { fileName, mimeType } = await inspectFile(file);
    const { rows } = await sql<{ id: number }>`
      insert into help_document (title, kind, file_name, mime_type, size, sha256, uploaded_by, uploaded_by_id)
      values (${params.title}, ${params.kind}, ${fileName}, ${mimeType}, ${file.size}, ${file.sha256}, ${caller.name},
        ${caller.employeeId})
      returning id`.execute(trx);
    const id = rows[0]?.id ?? 0;
    await recordChange(call, LOGGED, 'add', null, { id, ...params, fileName, sha256: file.sha256 });
    return { id };
  },
});

const delDocument = defineRoute({
  method: 'POST',
  path: '/api/sys/help/delDocument',
  summary: { zh: '帮助：删除资料', en: 'Help: delete a document' },
  permission: 'help.edit',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    onlyOperators(call);
    const { rows } = await sql<JsonRow>`delete from help_document where id = ${call.params.id}
      returning id, title, kind, file_name as "fileName", sha256`.execute(call.trx);
    if (!rows[0]) throw noSuchRow();
    await recordChange(call, LOGGED, 'del', rows[0], null);
    return null;
  },
});

export const documentRoutes = [getDocuments, getDocument, addDocument, delDocument];
