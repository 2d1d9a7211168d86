import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { signer } from '#server/resource/nameIn.ts';
import type { Page } from '#contract/envelope.ts';
import { badInput, conflict, noSuchRow, tooLarge } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { type Caller, defineRoute, type Download, type Route, type UploadedFile } from '#server/route.ts';
import { MOST_GLB_BYTES, MOST_MODELS, type ModelWire } from '../contract.ts';
import { diagramOf } from './diagrams.ts';
import { readGlb } from './glb.ts';

const VIEW = 'archive.monitorDiagram.view';
const EDIT = 'archive.monitorDiagram.edit';

const columns = sql`m.id as "modelId", m.file_name as "fileName", m.bytes, m.triangles, m.textures,
  floor(extract(epoch from m.made_at) * 1000)::float8 as "madeAt", ${signer('m.made_by', 'm.employee_id')} as "madeBy"`;

const getModels = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getModels',
  summary: {
    zh: '监测图：三维模型',
    en: 'Diagrams: models for the picture in space of a diagram, the newest first',
  },
  permission: VIEW,
  params: z.object({ ...paging, id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<Page<ModelWire>> => {
    const { monitorDiagramId } = await diagramOf(trx, params.id);
    const { current, pageSize } = pageOf(params);
    const { rows } = await sql<ModelWire & { readonly total: number }>`
      select ${columns}, count(*) over ()::integer as total from diagram_model m
      where m.diagram_id = ${monitorDiagramId} order by m.id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...row }) => row),
      pagination: { total: rows[0]?.total ?? 0, current, pageSize },
    };
  },
});

/** What is in an uploaded model. @throws Fault 400 that says why it is not taken, 413 */
async function factsOf({ path, size, field, fileName }: UploadedFile) {
  if (size > MOST_GLB_BYTES) throw tooLarge(MOST_GLB_BYTES / 1024 / 1024);
  const read = readGlb(await readFile(path));
  if (!('problem' in read)) return read;
  const { zh, en } = read.problem;
  throw badInput({ zh: `${fileName}：${zh}`, en: `${fileName}: ${en}` }, field);
}

/** Puts a model down; the same content is there once. @throws Fault 400, 404, 409 where the diagram has too many, 413 */
async function keepModel(trx: Db, caller: Caller, diagramId: number, file: UploadedFile): Promise<ModelWire> {
  await diagramOf(trx, diagramId);
  const { triangles, textures } = await factsOf(file);
  await sql`select pg_advisory_xact_lock(hashtext('diagramModel'), ${diagramId})`.execute(trx);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::integer as n from diagram_model where diagram_id = ${diagramId} and sha256 <> ${file.sha256}`.execute(
    trx,
  );
  if ((counted[0]?.n ?? 0) >= MOST_MODELS)
    throw conflict({
      zh: `每张图最多 ${MOST_MODELS} 个模型，请先删除不用的`,
      en: `A diagram has at most ${MOST_MODELS} models: delete what is not used`,
    });
  await sql`
    insert into diagram_model (diagram_id, file_name, sha256, bytes, triangles, textures, employee_id, made_by)
    values (${diagramId}, ${file.fileName.slice(0, 200)}, ${file.sha256}, ${file.size}, ${triangles}, ${textures},
      ${caller.employeeId}, ${caller.name}) on conflict (diagram_id, sha256) do nothing`.execute(trx);
  const { rows } = await sql<ModelWire>`
    select ${columns} from diagram_model m where m.diagram_id = ${diagramId} and m.sha256 = ${file.sha256}`.execute(
    trx,
  );
  if (!rows[0]) throw noSuchRow();
  return rows[0];
}

const uploadModel = defineRoute({
  method: 'UPLOAD',
  path: '/api/archive/monitorDiagram/uploadModel',
  summary: {
    zh: '监测图：上传三维模型（.glb，≤ 20 MB、50 万三角形，不得引用外部资源）',
    en: 'Diagrams: upload a model (.glb, at most 20 MB and 500,000 triangles, nothing outside of the file)',
  },
  permission: EDIT,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params, files }): Promise<ModelWire> => {
    const [file] = files;
    if (!file) throw badInput({ zh: 'upFile：请选择文件', en: 'upFile: choose a file' }, 'upFile');
    return keepModel(trx, caller, params.id, file);
  },
});

const modelParams = z.object({ id: id(), modelId: id() });

const getModel = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/monitorDiagram/getModel',
  summary: { zh: '监测图：下载三维模型', en: 'Diagrams: download a model' },
  permission: VIEW,
  params: modelParams,
  example: { id: 1, modelId: 1 },
  handler: async ({ trx, params, services }): Promise<Download> => {
    const { rows } = await sql<{ fileName: string; sha256: string }>`
      select file_name as "fileName", sha256 from diagram_model
      where diagram_id = ${params.id} and id = ${params.modelId}`.execute(trx);
    const [row] = rows;
    if (!row) throw noSuchRow();
    return { fileName: row.fileName, mimeType: 'model/gltf-binary', body: services.files.open(row.sha256) };
  },
});

const deleteModel = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/deleteModel',
  summary: {
    zh: '监测图：删除三维模型（任一版本在用时返回 409）',
    en: 'Diagrams: delete a model; 409 where any version shows it',
  },
  permission: EDIT,
  params: modelParams,
  example: { id: 1, modelId: 1 },
  handler: async ({ trx, params }): Promise<{ modelId: number }> => {
    await diagramOf(trx, params.id);
    await sql`select pg_advisory_xact_lock(hashtext('diagram'), ${params.id})`.execute(trx);
    const { rows } = await sql<{ no: number }>`
      select v.no from diagram_version v, json_array_elements(v.scene -> 'elements') e
      where v.diagram_id = ${params.id} and e ->> 'modelId' = ${String(params.modelId)}
      order by v.no desc limit 1`.execute(trx);
    if (rows[0])
      throw conflict({
        zh: `v${rows[0].no} 使用了这个模型，不能删除`,
        en: `v${rows[0].no} shows this model: it cannot be deleted`,
      });
    const { rows: gone } = await sql<{ modelId: number }>`
      delete from diagram_model where diagram_id = ${params.id} and id = ${params.modelId}
      returning id as "modelId"`.execute(trx);
    if (!gone[0]) throw noSuchRow();
    return gone[0];
  },
});

export const modelRoutes: readonly Route[] = [getModels, uploadModel, getModel, deleteModel];
