import { sql } from 'kysely';
import * as z from 'zod';
import { addressOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { deviceFile } from '#resource/archive/deviceFile.ts';
import { deviceModelFile } from '#resource/archive/deviceModelFile.ts';
import { workOrderFile } from '#resource/alarm/workOrderFile.ts';
import { orgFile } from '#resource/archive/orgFile.ts';
import { keepFile } from '#feature/house/file/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import type { Download, Route, Services, UploadedFile } from '#server/route.ts';

/** A file on record as a reply. Who may see the row that names it was checked before. */
export async function fileOf(services: Services, fileRecordId: unknown): Promise<Download> {
  const { rows } = await sql<{ fileName: string; mimeType: string; sha256: string }>`
    select file_name as "fileName", mime_type as "mimeType", sha256 from file_record
    where id = ${fileRecordId as number}`.execute(services.system);
  const [file] = rows;
  if (!file) throw noSuchRow();
  return { fileName: file.fileName, mimeType: file.mimeType, body: services.files.open(file.sha256) };
}

/** The enterprise of what a file is hung on; null where all share it. */
async function ownerOf(trx: Db, resource: Resource, holder: string, value: unknown): Promise<number | null> {
  const holderId = Number(value);
  const from = snake(resource.fields[holder]?.refers ?? '');
  const { rows } = await sql<{ owner: number }>`select consumer_id as owner from ${sql.table(from)}
    where id = ${Number.isInteger(holderId) && holderId < 2 ** 31 ? holderId : 0}`.execute(trx);
  const label = resource.fields[holder]?.label;
  if (!rows[0])
    throw badInput({ zh: `${label?.zh}：没有这条记录`, en: `${label?.en}: there is no such record` }, holder);
  return rows[0].owner;
}

/** The row by which somebody hung the same file on the same thing before. */
async function sentBefore(
  { trx, caller }: Pick<SlotCall, 'trx' | 'caller'>,
  resource: Resource,
  [holder, holderId]: readonly [name: string, id: unknown],
  file: UploadedFile,
): Promise<JsonRow | undefined> {
  const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(snake(resource.name))} t
    join file_record f on f.id = t.file_record_id
    where ${sql.ref(`t.${snake(holder)}`)} = ${Number(holderId)} and f.sha256 = ${file.sha256}
      and f.uploaded_by_id = ${caller.employeeId} order by t.id desc limit 1`.execute(trx);
  return rows[0] && findRow(trx, resource, rows[0].id);
}

/**
 * `add` takes a file beside the fields, or a row that names one on record; `download` gives it back.
 * @param once what one person sends twice is there once: a phone that heard no answer sends it again
 */
function fileRoutes(resource: Resource, holder: string, once = false): Route[] {
  const { zh, en } = resource.label;
  return [
    defineRoute({
      method: 'UPLOAD',
      filesOptional: true,
      path: `${addressOf(resource)}/add`,
      summary: { zh: `${zh}：上传`, en: `${en}: upload` },
      permission: funCodeOf(resource, 'add'),
      params: z.looseObject({
        type: z.string().max(30).optional(),
        fileName: z.string().max(120).optional(),
        fileNameEn: z.string().max(120).optional(),
      }),
      row: resource,
      handler: async (call) => {
        const { type, ...fields } = call.params;
        const [file] = call.files;
        const given = type === undefined ? fields : { fileType: type, ...fields };
        if (!file) return addRow(call, resource, given);
        const owner =
          resource.scope === null ? null : await ownerOf(call.trx, resource, holder, fields[holder]);
        const before = once && (await sentBefore(call, resource, [holder, fields[holder]], file));
        if (before) return before;
        const { fileNameEn } = fields;
        const kept = await keepFile(call, file, {
          consumerId: owner,
          fileType: 'document',
          ...(typeof fileNameEn === 'string' ? { fileNameEn } : {}),
        });
        return addRow(call, resource, {
          fileName: kept['fileName'],
          ...given,
          ...(owner === null ? {} : { consumerId: owner }),
          fileRecordId: kept.id,
        });
      },
    }),
    defineRoute({
      method: 'DOWNLOAD',
      path: `${addressOf(resource)}/download`,
      summary: { zh: `${zh}：下载`, en: `${en}: download` },
      permission: funCodeOf(resource, 'view'),
      params: z.object({ id: id() }),
      example: { id: 1 },
      handler: async ({ trx, params, services }) => {
        const row = await findRow(trx, resource, params.id);
        if (!row) throw noSuchRow();
        return fileOf(services, row['fileRecordId']);
      },
    }),
  ];
}

export const deviceFileRoutes: readonly Route[] = fileRoutes(deviceFile, 'deviceId');

export const fileRoutesOf: readonly Route[] = [
  ...deviceFileRoutes,
  ...fileRoutes(workOrderFile, 'workOrderId', true),
  ...fileRoutes(deviceModelFile, 'deviceModelId'),
  ...fileRoutes(orgFile, 'orgId'),
];
