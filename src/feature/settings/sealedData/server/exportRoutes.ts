import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import { proveOwn } from '#feature/house/session/server/public.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import { type Call, defineRoute, type Route } from '#server/route.ts';
import type { ExportedFile, ReadingExports } from '../contract.ts';
import { deleteCopies, type Export, exportOf, exportsOf, filesOf } from './exportStore.ts';

const SEE = 'SDNSysAdmin.SDNSealedData';
const EDIT = 'readingExport.edit';

/** Figures are compared with the year before: raw readings of so many months stay. */
const LEAST_MONTHS = 12;

/** Readings are the whole enterprise's: who is limited to a part of it, or does not see it, has no say. @throws Fault 403, 404 */
async function whole(
  { trx, caller }: Pick<Call<unknown>, 'trx' | 'caller'>,
  consumerId: number,
): Promise<string> {
  if (caller.limit && caller.limit.length > 0) throw forbidden();
  const { rows } = await sql<{
    name: string;
  }>`select org_name as name from consumer where id = ${consumerId}`.execute(trx);
  const row = rows[0];
  if (!row) throw noSuchRow();
  return row.name;
}

async function visible(call: Call<unknown>, exportId: number): Promise<Export & { readonly name: string }> {
  const one = await exportOf(call.services.system, exportId);
  return { ...one, name: await whole(call, one.consumerId) };
}

/** Whether a task `t` works at an export now, as SQL. @param exportId its id in the statement */
const isLive = (exportId: string) =>
  sql`t.kind in ('readingExport', 'readingRemoval', 'readingReturn') and t.state in ('queued', 'running', 'stopping')
    and (t.params->>'exportId')::integer = ${sql.raw(exportId)}`;

/** @throws Fault 409 while a task works at the export, or its files are not written */
async function refuseBusy({ services }: Pick<Call<unknown>, 'services'>, one: Export): Promise<void> {
  if (one.state === 'writing') throw conflict({ zh: '文件尚未写完', en: 'The files are not written yet' });
  const { rows } = await sql`select from task t where ${isLive(String(one.id))} limit 1`.execute(
    services.system,
  );
  if (rows.length > 0)
    throw conflict({
      zh: '该转存有任务正在进行，请等待其结束或先停止',
      en: 'A task works at this export: wait for it or stop it',
    });
}

/** Writes down who did what. */
async function note(
  { trx, caller }: Pick<Call<unknown>, 'trx' | 'caller'>,
  { id: rowId, consumerId, before }: Pick<Export, 'id' | 'consumerId' | 'before'>,
  action: 'add' | 'edit' | 'del',
  what: Text,
): Promise<void> {
  await sql`insert into oper_log (employee_id, user_name, consumer_id, resource, row_id, action, after, remarks, ip)
    values (${caller.employeeId}, ${caller.userName}, ${consumerId}, 'readingExport', ${rowId}, ${action},
      ${JSON.stringify({ before })}, ${`${what.zh} / ${what.en}`}, ${caller.ip ?? null})`.execute(trx);
}

/** The first day of the last month before which readings may go. */
function latest(now: number = Date.now()): string {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - LEAST_MONTHS))
    .toISOString()
    .slice(0, 10);
}

function dueOf(keepYears: number | null): string | null {
  if (keepYears === null) return null;
  const date = new Date();
  const due = new Date(Date.UTC(date.getUTCFullYear() - keepYears, date.getUTCMonth()))
    .toISOString()
    .slice(0, 10);
  return (due < latest() ? due : latest()).slice(0, 7);
}

const getList = defineRoute({
  method: 'GET',
  path: '/api/sys/readingExport/getList',
  summary: {
    zh: '原始读数转存：保留年限与各次转存',
    en: 'Raw readings in files: what is kept, and the exports',
  },
  permission: SEE,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async (call): Promise<ReadingExports> => {
    const { params, services } = call;
    await whole(call, params.consumerId);
    const { rows } = await sql<{ years: number }>`
      select keep_years as years from reading_retention where consumer_id = ${params.consumerId}`.execute(
      services.system,
    );
    const keepYears = rows[0]?.years ?? null;
    return {
      keepYears,
      due: dueOf(keepYears),
      latest: latest().slice(0, 7),
      list: await exportsOf(services.system, params.consumerId),
    };
  },
});

const getFileList = defineRoute({
  method: 'GET',
  path: '/api/sys/readingExport/getFileList',
  summary: { zh: '原始读数转存：文件', en: 'Raw readings in files: the files of an export' },
  permission: SEE,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call): Promise<{ list: readonly ExportedFile[] }> => {
    const one = await visible(call, call.params.id);
    return { list: await filesOf(call.services.system, one.id) };
  },
});

const download = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/readingExport/download',
  summary: { zh: '原始读数转存：下载文件', en: 'Raw readings in files: download one' },
  permission: EDIT,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const { services, params } = call;
    const { rows } = await sql<{ consumerId: number; fileName: string; sha256: string }>`
      select consumer_id as "consumerId", file_name as "fileName", sha256 from reading_export_file where id = ${params.id}`.execute(
      services.system,
    );
    const file = rows[0];
    if (!file) throw noSuchRow();
    await whole(call, file.consumerId);
    return { fileName: file.fileName, mimeType: 'application/gzip', body: services.files.open(file.sha256) };
  },
});

const editKeep = defineRoute({
  method: 'POST',
  path: '/api/sys/readingExport/editKeep',
  summary: { zh: '原始读数转存：保留年限', en: 'Raw readings in files: years for which they stay' },
  permission: EDIT,
  params: z.object({ consumerId: id(), keepYears: z.coerce.number().int().min(1).max(100).optional() }),
  example: { consumerId: 1001, keepYears: 5 },
  handler: async (call): Promise<null> => {
    const { params, services } = call;
    await whole(call, params.consumerId);
    if (params.keepYears === undefined)
      await sql`delete from reading_retention where consumer_id = ${params.consumerId}`.execute(
        services.system,
      );
    else
      await sql`insert into reading_retention (consumer_id, keep_years) values (${params.consumerId}, ${params.keepYears})
        on conflict (consumer_id) do update set keep_years = excluded.keep_years`.execute(services.system);
    const years = params.keepYears ?? null;
    await note(call, { id: params.consumerId, consumerId: params.consumerId, before: '' }, 'edit', years === null ? { zh: '原始读数永久保留', en: 'raw readings stay for ever' } : { zh: `原始读数保留 ${years} 年`, en: `raw readings stay for ${years} years` }); // prettier-ignore
    return null;
  },
});

const add = defineRoute({
  method: 'POST',
  path: '/api/sys/readingExport/add',
  summary: { zh: '原始读数转存：写入文件', en: 'Raw readings in files: export those before a month' },
  permission: EDIT,
  params: z.object({ consumerId: id(), before: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
  example: { consumerId: 1001, before: '2021-01' },
  handler: async (call): Promise<{ id: number; taskId: number }> => {
    const { params, services, caller } = call;
    const name = await whole(call, params.consumerId);
    const before = `${params.before}-01`;
    if (before > latest())
      throw badInput(
        {
          zh: `月份：最近 ${LEAST_MONTHS} 个月的原始读数须保留，最晚为 ${latest().slice(0, 7)}`,
          en: `Month: raw readings of the last ${LEAST_MONTHS} months stay, ${latest().slice(0, 7)} is the last that can be chosen`,
        },
        'before',
      );
    // What a task left that never began.
    await sql`delete from reading_export e where consumer_id = ${params.consumerId} and state = 'writing'
      and created_at < now() - interval '1 minute' and not exists (select from task t where ${isLive('e.id')})`.execute(
      services.system,
    );
    const { rows } = await sql<{ id: number }>`
      insert into reading_export (consumer_id, before, created_by)
      select ${params.consumerId}, ${before}, ${caller.userName}
      where not exists (select from reading_export where consumer_id = ${params.consumerId} and state = 'writing')
      returning id`.execute(services.system);
    const row = rows[0];
    if (!row) throw conflict({ zh: '该企业正在转存，请等待其结束或先停止', en: 'An export of the enterprise is being written: wait for it or stop it' }); // prettier-ignore
    await note(call, { id: row.id, consumerId: params.consumerId, before }, 'add', { zh: `转存 ${params.before} 之前的原始读数`, en: `export of raw readings before ${params.before}` }); // prettier-ignore
    const task = await startTask(call.trx, services, {
      kind: 'readingExport',
      label: {
        zh: `转存 ${name} ${params.before} 之前的原始读数`,
        en: `Export of raw readings of ${name} before ${params.before}`,
      },
      params: { exportId: row.id },
      consumerId: params.consumerId,
      employeeId: caller.employeeId,
    });
    return { id: row.id, taskId: task.id };
  },
});

const proven = z.object({ id: id(), password: z.string().max(200), code: z.string().max(20).optional() });
const provenExample = { id: 1, password: 'my password' };

/** What a task does at an export, in the words of the change log and of the list of tasks. */
interface Work {
  readonly kind: 'readingRemoval' | 'readingReturn';
  readonly action: 'edit' | 'del';
  readonly noted: Text;
  readonly label: Text;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Begins a task at an export for whoever proves to be there, and writes it down. @throws Fault 400, 403, 409, 429 */
async function begin(
  call: Call<z.infer<typeof proven>>,
  one: Export,
  { kind, action, noted, label, params }: Work,
): Promise<{ taskId: number }> {
  await refuseBusy(call, one);
  await proveOwn(call, call.params.password, 'password');
  await note(call, one, action, noted);
  const task = await startTask(call.trx, call.services, {
    kind,
    label,
    params: { exportId: one.id, ...params },
    consumerId: one.consumerId,
    employeeId: call.caller.employeeId,
  });
  return { taskId: task.id };
}

const remove = defineRoute({
  method: 'POST',
  path: '/api/sys/readingExport/remove',
  summary: { zh: '原始读数转存：移出读数', en: 'Raw readings in files: take them out of the database' },
  permission: EDIT,
  params: proven,
  example: provenExample,
  handler: async (call): Promise<{ taskId: number }> => {
    const one = await visible(call, call.params.id);
    const before = one.before.slice(0, 7);
    return begin(call, one, {
      kind: 'readingRemoval',
      action: 'del',
      noted: { zh: `移出 ${before} 之前的原始读数`, en: `raw readings before ${before} taken out` },
      label: {
        zh: `移出 ${one.name} ${before} 之前的原始读数`,
        en: `Taking out raw readings of ${one.name} before ${before}`,
      },
      params: { by: call.caller.userName },
    });
  },
});

const bringBack = defineRoute({
  method: 'POST',
  path: '/api/sys/readingExport/bringBack',
  summary: { zh: '原始读数转存：导回', en: 'Raw readings in files: bring them back' },
  permission: EDIT,
  params: proven,
  example: provenExample,
  handler: async (call): Promise<{ taskId: number }> => {
    const one = await visible(call, call.params.id);
    if (one.state !== 'removed')
      throw conflict({ zh: '该转存的读数都在系统中', en: 'The readings of this export are all here' });
    const before = one.before.slice(0, 7);
    return begin(call, one, {
      kind: 'readingReturn',
      action: 'edit',
      noted: { zh: `导回 ${before} 之前的原始读数`, en: `raw readings before ${before} brought back` },
      label: {
        zh: `导回 ${one.name} ${before} 之前的原始读数`,
        en: `Bringing back raw readings of ${one.name} before ${before}`,
      },
    });
  },
});

const dropFiles = defineRoute({
  method: 'POST',
  path: '/api/sys/readingExport/dropFiles',
  summary: {
    zh: '原始读数转存：删除系统中的文件副本',
    en: 'Raw readings in files: delete the copies that are here',
  },
  permission: EDIT,
  params: proven,
  example: provenExample,
  handler: async (call): Promise<null> => {
    const { params, services } = call;
    const one = await visible(call, params.id);
    await refuseBusy(call, one);
    await proveOwn(call, params.password, 'password');
    await note(call, one, 'del', { zh: '删除系统中的文件副本', en: 'copies of its files deleted here' });
    await sql`update reading_export_file set dropped_at = now() where export_id = ${one.id} and dropped_at is null`.execute(
      services.system,
    );
    await deleteCopies(services.system, services.files, one.id);
    return null;
  },
});

/** A file that was exported is known by its content: nothing else is taken. */
const upload = defineRoute({
  method: 'UPLOAD',
  path: '/api/sys/readingExport/upload',
  summary: { zh: '原始读数转存：上传转存文件', en: 'Raw readings in files: give a file back' },
  permission: EDIT,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call): Promise<{ missing: number }> => {
    const { params, services, files } = call;
    const one = await visible(call, params.id);
    if (files.length === 0)
      throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    const known = new Set((await filesOf(services.system, one.id)).map(({ sha256 }) => sha256));
    const foreign = files.find(({ sha256 }) => !known.has(sha256));
    if (foreign)
      throw badInput(
        {
          zh: `${foreign.fileName}：不是该次转存的文件，或内容已改变（请勿解压、另存）`,
          en: `${foreign.fileName}: none of the files of this export, or its content was changed (do not unpack or save it anew)`,
        },
        foreign.field,
      );
    await services.files.keep(files);
    await sql`update reading_export_file set dropped_at = null
      where export_id = ${one.id} and sha256 = any (${files.map(({ sha256 }) => sha256)})`.execute(
      services.system,
    );
    const missing = (await filesOf(services.system, one.id)).filter(({ here }) => !here);
    return { missing: missing.length };
  },
});

export const exportRoutes: readonly Route[] = [
  getList,
  getFileList,
  download,
  editKeep,
  add,
  remove,
  bringBack,
  dropFiles,
  upload,
];
