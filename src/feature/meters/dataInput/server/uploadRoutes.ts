import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, conflict } from '#contract/error.ts';
import { id, jsonOf } from '#contract/param.ts';
import type { Text } from '#contract/text.ts';
import { createSource } from '#feature/meters/reading/server/public.ts';
import { startTask } from '#feature/house/task/server/public.ts';
import { type Call, defineRoute, type UploadedFile } from '#server/route.ts';
import { type Analysis, type Mapping, mappingSchema } from '../contract.ts';
import { checkMapping } from '../domain/checkMapping.ts';
import { analyseFile, headersOf } from './analyse.ts';
import { getImport, type ImportData } from './importData.ts';
import { type ImportMeter, loadMeters, mustHaveMeters, owner, ownerOf, withinLimit } from './meters.ts';
import { PERMISSION } from './permission.ts';
import type { WriteParams } from './write.ts';

/** A file in the columns of the template: written as it is. */
const SHOWN_FILE = 'Meter code,Data code,Time,Value\nE-101,FR,2026-01-02 00:00,50.01\n';

/** Stamps in the first column, values of a meter in the second. */
const SHOWN_MAPPING = {
  sheet: '',
  headerRow: 1,
  columns: [
    { column: 0, role: 'stamp' },
    { column: 1, role: 'value', meterId: 1, code: 'FR' },
  ],
  kind: 'register',
  stamp: 'end',
  dateOrder: 'YMD',
  zone: HOME_ZONE,
  decimalSign: '.',
  intervalSeconds: null,
} as const;

const uploadParams = z.object({ consumerId: owner(), sheet: z.string().max(31).optional() });

const mappingParam = jsonOf(mappingSchema);

const instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional();
/** What the file is said to hold, ms since 1970: without it nothing is missing before its first or after its last value. */
const rangeParams = { from: instant, to: instant };

const statedRange = ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  from === undefined || to === undefined || to <= from ? {} : { range: { from, to } };

/** Takes a file and proposes how to read it. Nothing is written but the file itself. */
export const upload = defineRoute({
  method: 'UPLOAD',
  path: '/api/sdata/importData/upload',
  summary: { zh: '上传文件并分析', en: 'Upload a file and look through it' },
  permission: PERMISSION.import,
  params: uploadParams,
  example: { consumerId: 1001 },
  exampleFile: SHOWN_FILE,
  handler: async (call) => uploadFile(call),
});

/**
 * Imports a file in one call: the product's own template is written at once as a task; any other file, and a template
 * whose dates may be read in two ways, is kept, and the answer says that it needs a mapping.
 */
export const importFile = defineRoute({
  method: 'UPLOAD',
  path: '/api/sdata/importData/importFile',
  summary: {
    zh: '导入文件：模板直接写入，其他文件需先对应列',
    en: 'Import a file: the template is written, any other needs a mapping first',
  },
  permission: PERMISSION.import,
  params: uploadParams,
  example: { consumerId: 1001 },
  exampleFile: SHOWN_FILE,
  handler: async (call) => {
    const { importDataId, analysis, meters } = await uploadFile(call);
    // Whether 1/2 lies in January or in February is for a person to say.
    if (!analysis.template || analysis.dateVerdict === 'ambiguous')
      return { importDataId, mappingNeeded: true, taskId: null, analysis, meters };
    const mapping: Mapping = { ...analysis.mapping, kind: 'register', intervalSeconds: null };
    const data = await getImport(call.trx, importDataId);
    const { taskId } = await startWrite(call, data, mapping, meters);
    return { importDataId, mappingNeeded: false, taskId };
  },
});

async function uploadFile(
  call: Call<z.output<typeof uploadParams>>,
): Promise<{ importDataId: number; analysis: Analysis; meters: ImportMeter[] }> {
  const { trx, caller, params } = call;
  const file = theFile(call.files);
  const consumerId = await ownerOf(call, params.consumerId);
  const meters = await mustHaveMeters(trx, consumerId);
  const analysis = await analyseFile(trx, file, consumerId, meters, params.sheet);
  const { rows } = await sql<{ id: number }>`
    insert into import_data (consumer_id, kind, state, file_name, sha256, size, analysis, employee_id)
    values (${consumerId}, 'import', 'uploaded', ${file.fileName.slice(0, 200)}, ${file.sha256}, ${file.size},
      ${JSON.stringify(analysis)}, ${caller.employeeId}) returning id`.execute(trx);
  return { importDataId: rows[0]?.id ?? 0, analysis, meters };
}

function theFile(files: readonly UploadedFile[]): UploadedFile {
  const file = files.find((f) => f.field === 'upFile') ?? files[0];
  if (!file) throw badInput({ zh: '请选择文件', en: 'Choose a file' }, 'upFile');
  return file;
}

/** Looks through another sheet of an uploaded workbook. */
export const analyse = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/analyse',
  summary: { zh: '分析另一张工作表', en: 'Look through another sheet of an uploaded file' },
  permission: PERMISSION.import,
  params: z.object({ id: id(), sheet: z.string().max(31) }),
  example: { id: 1, sheet: 'Sheet1' },
  handler: async ({ trx, params, services }) => {
    const data = mustBeUploaded(await getImport(trx, params.id));
    const meters = await loadMeters(trx, data.consumerId);
    const file = { path: services.files.pathOf(data.sha256 ?? ''), fileName: data.fileName };
    const analysis = await analyseFile(trx, file, data.consumerId, meters, params.sheet);
    await sql`update import_data set analysis = ${JSON.stringify(analysis)} where id = ${data.id}`.execute(
      trx,
    );
    return { importDataId: data.id, analysis, meters };
  },
});

/** Starts the dry run of an uploaded file; its result is that of the task. */
export const preview = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/preview',
  summary: { zh: '试运行', en: 'Dry run' },
  permission: PERMISSION.import,
  params: z.object({ id: id(), mapping: mappingParam, ...rangeParams }),
  example: { id: 1, mapping: SHOWN_MAPPING },
  handler: async (call) => {
    const { trx, params, services, caller, language } = call;
    const data = mustBeUploaded(await getImport(trx, params.id));
    const meters = await loadMeters(trx, data.consumerId);
    mustBeComplete(params.mapping, meters);
    const task = await startTask(trx, services, {
      kind: 'dataInput.preview',
      label: { zh: `试运行：${data.fileName}`, en: `Dry run: ${data.fileName}` },
      params: {
        importDataId: data.id,
        mapping: params.mapping,
        language,
        ...withinLimit(caller, meters),
        ...statedRange(params),
      },
      consumerId: data.consumerId,
      employeeId: caller.employeeId,
    });
    // Kept, so that a reload goes on with what was tried.
    await sql`update import_data set mapping = ${JSON.stringify(params.mapping)} where id = ${data.id}`.execute(
      trx,
    );
    return { taskId: task.id };
  },
});

/** Starts the writing of an uploaded file; a name makes the mapping remembered. */
export const commit = defineRoute({
  method: 'POST',
  path: '/api/sdata/importData/commit',
  summary: { zh: '写入', en: 'Write an uploaded file' },
  permission: PERMISSION.import,
  params: z.object({
    id: id(),
    mapping: mappingParam,
    mappingName: z.string().trim().max(60).optional(),
    ...rangeParams,
  }),
  example: { id: 1, mapping: SHOWN_MAPPING, mappingName: 'Readings of the gate meter' },
  handler: async (call) => {
    const { trx, params, caller } = call;
    const data = mustBeUploaded(await getImport(trx, params.id, 'lock'));
    const headers = data.analysis && headersOf(data.analysis.columns);
    if (params.mappingName && headers !== null) {
      await sql`insert into import_mapping as m (consumer_id, name, headers, mapping, employee_id)
        values (${data.consumerId}, ${params.mappingName}, ${headers},
          ${JSON.stringify(params.mapping)}, ${caller.employeeId})
        on conflict (consumer_id, name, _made_within) do update set headers = excluded.headers, mapping = excluded.mapping,
          employee_id = excluded.employee_id, used_at = now()`.execute(trx);
    }
    const meters = await loadMeters(trx, data.consumerId);
    return startWrite(call, data, params.mapping, meters, params.mappingName, statedRange(params));
  },
});

async function startWrite(
  { trx, services, caller, language }: Pick<Call<unknown>, 'trx' | 'services' | 'caller' | 'language'>,
  data: ImportData,
  mapping: Mapping,
  meters: readonly ImportMeter[],
  mappingName?: string,
  range: Partial<Pick<WriteParams, 'range'>> = {},
): Promise<{ importDataId: number; taskId: number }> {
  mustBeComplete(mapping, meters);
  // Of many enterprises: a source in each that the file turns out to have values of, made by the task.
  const source =
    data.consumerId === null
      ? null
      : await createSource(trx, {
          consumerId: data.consumerId,
          kind: 'import',
          name: data.fileName,
          createdBy: caller.employeeId,
          pending: true,
        });
  const label: Text = { zh: `导入：${data.fileName}`, en: `Import: ${data.fileName}` };
  const task = await startTask(trx, services, {
    kind: 'dataInput.write',
    label,
    params: { importDataId: data.id, mapping, language, ...withinLimit(caller, meters), ...range },
    consumerId: data.consumerId,
    employeeId: caller.employeeId,
  });
  await sql`update import_data set state = 'writing', source_id = ${source}, task_id = ${task.id},
    mapping = ${JSON.stringify(mapping)}, mapping_name = ${mappingName ?? null} where id = ${data.id}`.execute(
    trx,
  );
  return { importDataId: data.id, taskId: task.id };
}

function mustBeUploaded(data: ImportData): ImportData {
  if (data.state !== 'uploaded') {
    throw conflict({
      zh: '该文件已写入或已撤销，请重新上传',
      en: 'This file was written or undone already, upload it again',
    });
  }
  return data;
}

function mustBeComplete(mapping: Mapping, meters: readonly ImportMeter[]): void {
  const [problem] = checkMapping(mapping, new Map(meters.map((meter) => [meter.id, meter])));
  if (problem)
    throw badInput(problem.text, problem.column === null ? 'mapping' : `mapping.columns.${problem.column}`);
}
