import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { imageOf } from '#server/image.ts';
import { defineRoute } from '#server/route.ts';

/** Largest picture of a person: in bytes, and in pixels to a side (a small file can unpack to a huge picture). */
const MAX_ICON_BYTES = 1024 * 1024;
const MAX_ICON_SIDE = 2048;

/** Takes a picture and makes it the caller's. */
const uploadIcon = defineRoute({
  method: 'UPLOAD',
  path: '/api/sys/icon/upload',
  summary: { zh: '上传头像', en: 'Upload the own picture' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: async ({ files, caller, services }) => {
    const [file] = files;
    if (!file) throw badInput({ zh: '请选择图片', en: 'Choose a picture' }, 'upFile');
    if (file.size > MAX_ICON_BYTES)
      throw badInput({ zh: '图片过大，最大 1 MB', en: 'The picture is too large, at most 1 MB' }, 'upFile');
    const image = imageOf(await readFile(file.path));
    if (!image)
      throw badInput(
        { zh: '不是 PNG、JPEG 或 WebP 图片', en: 'This is no PNG, JPEG or WebP picture' },
        'upFile',
      );
    const { width, height } = image;
    if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_ICON_SIDE)
      throw badInput(
        {
          zh: `图片尺寸为 ${width}×${height}，边长最大 ${MAX_ICON_SIDE} 像素`,
          en: `The picture is ${width}×${height}, at most ${MAX_ICON_SIDE} pixels to a side are taken`,
        },
        'upFile',
      );
    const icon = `/api/sys/icon/get?sha256=${file.sha256}`;
    await services.files.keep(files);
    await services.system.transaction().execute(async (trx) => {
      await sql`insert into icon (sha256, mime_type, size, employee_id)
        values (${file.sha256}, ${image.mimeType}, ${file.size}, ${caller.employeeId})
        on conflict (sha256) do nothing`.execute(trx);
      await sql`update org_employee set icon = ${icon} where id = ${caller.employeeId}`.execute(trx);
    });
    return { icon, ...image };
  },
});

/** A picture of a person; files that are no pictures of people cannot be had by this call. */
const getIcon = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/icon/get',
  summary: { zh: '头像', en: 'A picture of a person' },
  permission: null,
  why: 'shared',
  params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  example: { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  handler: async ({ params, services }) => {
    const { rows } = await sql<{ mime_type: string }>`select mime_type from icon
      where sha256 = ${params.sha256}`.execute(services.system);
    if (!rows[0]) throw noSuchRow();
    return {
      fileName: `icon.${rows[0].mime_type.split('/')[1]}`,
      mimeType: rows[0].mime_type,
      body: services.files.open(params.sha256),
    };
  },
});

const removeIcon = defineRoute({
  method: 'POST',
  path: '/api/sys/icon/remove',
  summary: { zh: '移除头像', en: 'Remove the own picture' },
  permission: null,
  why: 'own',
  params: z.object({}),
  handler: async ({ caller, services }) => {
    await sql`update org_employee set icon = null where id = ${caller.employeeId}`.execute(services.system);
    return null;
  },
});

export const iconRoutes = [uploadIcon, getIcon, removeIcon];
