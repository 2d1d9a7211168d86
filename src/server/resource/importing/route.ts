import { sql } from 'kysely';
import * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import { type Call, defineRoute, type Route } from '../../route.ts';
import { readSheet } from '../../sheet/readSheet.ts';
import type { Receipt } from './importRow.ts';
import { MAX_IMPORT, runImport } from './run.ts';
import { type ImportParams, keepCaller, type UndoParams } from './task.ts';
import { undoImport } from './undo.ts';

/** Files of more rows than this are read by a task. */
const AT_ONCE = 1000;

/**
 * Imports a sheet into a resource. Dry run: all is tried and taken back. Real run: the good rows are written in one
 * transaction, the faulty ones come back as a file with the reasons in it. A long file becomes a task, whose result is
 * the receipt.
 */
export async function importFile(
  call: Call<{ orgId?: number | undefined; dryRun: boolean }>,
  resource: Resource,
): Promise<Receipt | { readonly taskId: number }> {
  const { caller, params, services, language } = call;
  const file = call.files.find((f) => f.field === 'upFile') ?? call.files[0];
  if (!file) throw badInput({ zh: '请选择文件', en: 'Choose a file' }, 'upFile');
  const { path, sha256, fileName } = file;
  const consumerId = ownerOf(call);
  const rows = await rowsIn(path);
  // A task knows a resource by its name alone: a variant of one is read at once.
  if (rows <= AT_ONCE || resourceOf(resource.name) !== resource)
    return runImport(call, { resource, path, sha256, fileName, consumerId, dryRun: params.dryRun });
  const label = params.dryRun
    ? { zh: `试运行：${fileName}`, en: `Dry run: ${fileName}` }
    : { zh: `导入${resource.label.zh}：${fileName}`, en: `Import of ${resource.label.en}: ${fileName}` };
  const kept: ImportParams = {
    resource: resource.name,
    sha256,
    fileName,
    consumerId: consumerId ?? null,
    dryRun: params.dryRun,
    rows,
    language,
    caller: keepCaller(caller),
  };
  const task = await startTask(call.trx, services, {
    kind: 'resource.import',
    label,
    params: kept,
    consumerId: consumerId ?? null,
    employeeId: caller.employeeId,
  });
  return { taskId: task.id };
}

/** How many rows a file has, counted no further than an import takes. */
async function rowsIn(path: string): Promise<number> {
  let rows = 0;
  for await (const _ of (await readSheet(path)).rows()) if (++rows > MAX_IMPORT) break;
  return rows;
}

/** The enterprise that the rows are for: the one named, else the only one that the caller has. */
function ownerOf({ params, caller }: Call<{ orgId?: number | undefined }>): number | undefined {
  if (params.orgId !== undefined || caller.scope === 'all') return params.orgId;
  return caller.scope.length === 1 ? caller.scope[0] : undefined;
}

interface ImportRun {
  readonly id: number;
  readonly resource: string;
  readonly consumerId: number | null;
  readonly counts: Receipt['counts'] | null;
}

const mayImport = ({ caller }: Pick<Call<unknown>, 'caller'>, resource: Resource): boolean =>
  !resource.readOnly && caller.funCodes.has(funCodeOf(resource, 'import'));

interface ListedRun extends ImportRun {
  readonly fileName: string;
  readonly userName: string;
  readonly state: string;
  readonly faultFileId: number | null;
  readonly at: Date;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

const listed = sql`id, resource, file_name as "fileName", user_name as "userName", state, counts,
  consumer_id as "consumerId", fault_file_id as "faultFileId", at, undone_at as "undoneAt", undone_by as "undoneBy"`;

const getpage = defineRoute({
  method: 'GET',
  path: '/api/sys/importRun/getpage',
  summary: { zh: '导入记录：分页', en: 'Imports into a resource: a page' },
  permission: null,
  why: 'asked',
  params: z.object({ resource: z.string().max(60), ...paging }),
  example: { resource: 'ammeter' },
  handler: async (call) => {
    const { trx, params } = call;
    const resource = resources.find(({ name }) => name === params.resource);
    if (!resource) throw noSuchRow();
    if (!mayImport(call, resource)) throw forbidden();
    const { current, pageSize } = pageOf(params);
    const where = sql`resource = ${params.resource} and state <> 'writing'`;
    const { rows } = await sql<ListedRun>`select ${listed} from import_run where ${where}
      order by id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    const { rows: counts } = await sql<{ total: number }>`
      select count(*)::integer as total from import_run where ${where}`.execute(trx);
    return { list: rows, pagination: { total: counts[0]?.total ?? 0, current, pageSize } };
  },
});

const undo = defineRoute({
  method: 'POST',
  path: '/api/sys/importRun/undo',
  summary: { zh: '撤销导入', en: 'Undo an import' },
  permission: null,
  why: 'asked',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const { trx, params, caller, services, language } = call;
    const { rows } = await sql<ImportRun>`
      select id, resource, consumer_id as "consumerId", counts from import_run
      where id = ${params.id} and state <> 'writing'`.execute(trx);
    const run = rows[0];
    if (!run) throw noSuchRow();
    const resource = resourceOf(run.resource);
    if (!mayImport(call, resource)) throw forbidden();
    const written = (run.counts?.new ?? 0) + (run.counts?.changed ?? 0);
    if (written <= AT_ONCE) return { undone: await undoImport(call, resource, run.id) };
    const kept: UndoParams = {
      resource: resource.name,
      importId: run.id,
      rows: written,
      language,
      caller: keepCaller(caller),
    };
    const task = await startTask(trx, services, {
      kind: 'resource.undoImport',
      label: { zh: `撤销导入：${resource.label.zh}`, en: `Undoing an import of ${resource.label.en}` },
      params: kept,
      consumerId: run.consumerId,
      employeeId: caller.employeeId,
    });
    return { taskId: task.id };
  },
});

/** The calls about imports of every resource. */
export const importRoutes: readonly Route[] = [getpage, undo];
