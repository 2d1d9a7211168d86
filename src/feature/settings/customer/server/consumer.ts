import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { inspectFile, keepFile, PICTURES } from '#feature/house/file/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { findRow, rowWith, withTitles } from '#server/resource/row.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, UploadedFile } from '#server/route.ts';

const KINDS = ['logo', 'icon'] as const;
type Kind = (typeof KINDS)[number];

/** The largest logo or icon, in bytes: it travels with every page. */
const MAX_PICTURE = 1024 * 1024;

/** The pictures of an enterprise that count: the last of each kind. */
async function picturesOf(trx: Db, consumerId: number): Promise<Partial<Record<Kind, string>>> {
  const { rows } = await sql<{ kind: Kind; id: number }>`
    select distinct on (file_type) file_type as kind, id from file_record
    where consumer_id = ${consumerId} and file_type = any (${[...KINDS]}::text[])
    order by file_type, id desc`.execute(trx);
  return Object.fromEntries(
    rows.map(({ kind, id: fileId }) => [kind, pictureAddress(consumerId, kind, fileId)]),
  );
}

/** Where a browser gets a picture of an enterprise; the file's id keeps an older one out of its cache. */
export const pictureAddress = (consumerId: number, kind: Kind, fileId: number): string =>
  `/api/sys/consumer/picture?orgId=${consumerId}&kind=${kind}&v=${fileId}`;

async function keepPictures(call: Call<unknown>, consumerId: number): Promise<void> {
  for (const file of call.files) {
    const kind = KINDS.find((one) => one === file.field);
    if (!kind)
      throw badInput(
        { zh: `${file.field}：应为 logo 或 icon`, en: `${file.field}: must be logo or icon` },
        file.field,
      );
    await checkPicture(file);
    await keepFile(call, file, { consumerId, fileType: kind });
  }
}

async function checkPicture(file: UploadedFile): Promise<void> {
  const { mimeType } = await inspectFile(file);
  if (!PICTURES.has(mimeType))
    throw badInput(
      {
        zh: `${file.field}：应为 png、jpg、gif 或 webp 图片`,
        en: `${file.field}: send a png, jpg, gif or webp picture`,
      },
      file.field,
    );
  if (file.size > MAX_PICTURE)
    throw badInput({ zh: `${file.field}：图片最大 1 MB`, en: `${file.field}: at most 1 MB` }, file.field);
}

export const getConsumerInfo = defineRoute({
  method: 'GET',
  path: '/api/sys/consumer/getConsumerInfo',
  summary: { zh: '企业信息（含标志、用能配置）', en: 'An enterprise with pictures and energy types' },
  permission: funCodeOf(consumer, 'view'),
  params: z.object({ orgId: id().optional(), id: id().optional() }),
  row: consumer,
  example: { orgId: 1001 },
  handler: async ({ trx, params, language }) => {
    const consumerId = params.orgId ?? params.id;
    if (consumerId === undefined) throw badInput({ zh: 'orgId：必填', en: 'orgId: is required' }, 'orgId');
    const row = await findRow(trx, consumer, consumerId);
    if (!row) throw noSuchRow();
    const { rows: energies } = await sql<{
      id: number;
      dataType: string;
      coalFactor: number | null;
      carbonFactor: number | null;
    }>`select id, data_type as "dataType", coal_factor as "coalFactor",
      carbon_factor as "carbonFactor" from consumer_energy_config
      where org_id = ${consumerId} and state = '1' order by ix, id`.execute(trx);
    const { rows: names } = await sql<{ industry: string | null; area: string | null; type: string | null }>`
      select (select ${nameIn('industry_name', language)} from industry where industry_code = ${row['industryId'] ?? null}) as industry,
        (select string_agg(a.area_name, ' ' order by a.area_code) from admin_area a
          where a.area_code in (left(${row['areaCode'] ?? null}::text, 2) || '0000',
            left(${row['areaCode'] ?? null}::text, 4) || '00', ${row['areaCode'] ?? null})) as area,
        (select ${nameIn('d.name', language)} from dictionary d join dictionary_category c on c.id = d.category_id
          where c.code = 'enteType' and d.code = ${row['enteTypeId'] ?? null}) as type`.execute(trx);
    const [titled = row] = await withTitles(trx, consumer, [row], language);
    return rowWith(titled, {
      industryName: names[0]?.industry ?? null,
      areaFullName: names[0]?.area ?? null,
      enteTypeName: names[0]?.type ?? null,
      ...(await picturesOf(trx, consumerId)),
      energyConfigs: energies,
    });
  },
});

const fields = z.looseObject({});

export const addConsumer = defineRoute({
  method: 'UPLOAD',
  filesOptional: true,
  path: '/api/sys/consumer/add',
  summary: { zh: '新建企业（可带标志、图标文件）', en: 'Add an enterprise, with logo and icon or without' },
  permission: funCodeOf(consumer, 'add'),
  params: fields,
  row: consumer,
  handler: async (call) => {
    const row = await addRow(call, consumer, call.params);
    await keepPictures(call, row.id);
    return rowWith(row, await picturesOf(call.trx, row.id));
  },
});

export const editConsumer = defineRoute({
  method: 'UPLOAD',
  filesOptional: true,
  path: '/api/sys/consumer/edit',
  summary: { zh: '编辑企业（可带标志、图标文件）', en: 'Edit an enterprise, with logo and icon or without' },
  permission: funCodeOf(consumer, 'edit'),
  params: z.looseObject({ id: id() }),
  row: consumer,
  keepEmpty: true,
  example: { id: 1001, address: '1 Example Road' },
  handler: async (call) => {
    const row = await editRow(call, consumer, call.params.id, call.params);
    await keepPictures(call, row.id);
    return rowWith(row, await picturesOf(call.trx, row.id));
  },
});

export const delConsumer = defineRoute({
  method: 'POST',
  path: '/api/sys/consumer/del',
  summary: { zh: '删除企业', en: 'Delete an enterprise' },
  permission: funCodeOf(consumer, 'del'),
  params: z.object({ id: idList() }),
  example: { id: 1002 },
  handler: async (call) => {
    for (const one of call.params.id) {
      await sql`delete from file_record where consumer_id = ${one} and file_type = any (${[...KINDS]}::text[])`.execute(
        call.trx,
      );
      await deleteRow(call, consumer, one);
    }
    return null;
  },
});

export const getPicture = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/consumer/picture',
  summary: { zh: '企业标志或图标', en: 'Logo or icon of an enterprise' },
  permission: null,
  why: 'scope',
  params: z.object({ orgId: id(), kind: z.enum(KINDS), v: z.string().max(20).optional() }),
  example: { orgId: 1001, kind: 'logo' },
  handler: async ({ trx, params, services, reply }) => {
    const { rows } = await sql<{ fileName: string; mimeType: string; sha256: string }>`
      select file_name as "fileName", mime_type as "mimeType", sha256 from file_record
      where consumer_id = ${params.orgId} and file_type = ${params.kind} order by id desc limit 1`.execute(
      trx,
    );
    const file = rows[0];
    if (!file) throw noSuchRow();
    void reply.header('cache-control', 'private, max-age=86400');
    return { fileName: file.fileName, mimeType: file.mimeType, body: services.files.open(file.sha256) };
  },
});
