import { sql } from 'kysely';
import * as z from 'zod';
import { addressOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, idList, jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorObjectType } from '#resource/archive/monitorObjectType.ts';
import { unitType } from '#resource/archive/unitType.ts';
import { inspectFile, keepFile, PICTURES } from '#feature/house/file/server/public.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import { shownChange } from '#server/openApi/example.ts';
import type { Call, Route, UploadedFile } from '#server/route.ts';
import { fileOf } from './files.ts';

/** The largest icon, in bytes. */
const MAX_ICON = 1024 * 1024;

async function keepIcon(call: Call<unknown>, file: UploadedFile): Promise<number> {
  const { mimeType } = await inspectFile(file);
  if (!PICTURES.has(mimeType) || file.size > MAX_ICON)
    throw badInput(
      {
        zh: `${file.field}：应为不超过 1 MB 的 png、jpg、gif 或 webp 图片`,
        en: `${file.field}: send a png, jpg, gif or webp picture of at most 1 MB`,
      },
      file.field,
    );
  return (await keepFile(call, file, { consumerId: null, fileType: 'icon' })).id;
}

/** Puts the files of a call with a row: icons by the name of their field, the rest as documents of it. */
async function keepFiles(
  call: Call<{ fileList?: readonly number[] | undefined }>,
  resource: Resource,
  row: JsonRow,
  icons: Readonly<Record<string, string>>,
): Promise<JsonRow> {
  const before = (row['fileIdList'] ?? []) as readonly number[];
  // Those named stay; a file that the row never had cannot be named.
  const files = before.filter((one) => call.params.fileList?.includes(one) ?? true);
  for (const file of call.files) {
    const column = Object.hasOwn(icons, file.field) ? icons[file.field] : undefined;
    if (column === undefined) {
      files.push((await keepFile(call, file, { consumerId: null, fileType: 'document' })).id);
      continue;
    }
    const iconId = await keepIcon(call, file);
    await sql`update ${sql.table(snake(resource.name))} set ${sql.ref(snake(column))} = ${iconId}
      where id = ${row.id}`.execute(call.trx);
  }
  await sql`update ${sql.table(snake(resource.name))} set file_id_list = ${files}::integer[]
    where id = ${row.id}`.execute(call.trx);
  return (await findRow(call.trx, resource, row.id)) ?? row;
}

const roles = z.union([z.array(z.int().min(1)), z.object({ roleIdList: z.array(z.int().min(1)) })]);

/** `add` and `edit` take icons and documents beside the fields, `icon` gives an icon to whoever is logged in. */
function iconRoutes(resource: Resource, icons: Readonly<Record<string, string>>): Route[] {
  const at = addressOf(resource);
  const { zh, en } = resource.label;
  const more = { role: jsonOf(roles).optional(), fileList: idList().optional() };
  const fieldsOf = ({
    role,
    fileList: _,
    ...fields
  }: Readonly<Record<string, unknown>> & { role?: unknown }) => {
    if (role === undefined) return fields;
    return {
      ...fields,
      roleIdList: Array.isArray(role) ? role : (role as { roleIdList: unknown }).roleIdList,
    };
  };
  const upload = { method: 'UPLOAD', filesOptional: true } as const;
  const names = Object.keys(icons) as [string, ...string[]];
  return [
    defineRoute({
      ...upload,
      path: `${at}/add`,
      summary: { zh: `${zh}：新建（可带图标、附件）`, en: `${en}: add, with icons and files or without` },
      permission: funCodeOf(resource, 'add'),
      params: z.looseObject(more),
      row: resource,
      handler: async (call) =>
        keepFiles(call, resource, await addRow(call, resource, fieldsOf(call.params)), icons),
    }),
    defineRoute({
      ...upload,
      path: `${at}/edit`,
      summary: { zh: `${zh}：编辑（可带图标、附件）`, en: `${en}: edit, with icons and files or without` },
      permission: funCodeOf(resource, 'edit'),
      params: z.looseObject({ id: id(), ...more }),
      row: resource,
      keepEmpty: true,
      example: { id: 1, ...shownChange(resource) },
      handler: async (call) =>
        keepFiles(
          call,
          resource,
          await editRow(call, resource, call.params.id, fieldsOf(call.params)),
          icons,
        ),
    }),
    defineRoute({
      method: 'DOWNLOAD',
      path: `${at}/icon`,
      summary: { zh: `${zh}：图标`, en: `${en}: icon` },
      permission: null,
      why: 'shared',
      params: z.object({ id: id(), kind: z.enum(names).default(names[0]), v: z.string().max(20).optional() }),
      example: { id: 1 },
      handler: async ({ trx, params, services, reply }) => {
        const row = await findRow(trx, resource, params.id);
        const icon = row?.[icons[params.kind] ?? ''];
        if (typeof icon !== 'number') throw noSuchRow();
        void reply.header('cache-control', 'private, max-age=86400');
        return fileOf(services, icon);
      },
    }),
  ];
}

export const iconRoutesOf: readonly Route[] = [
  ...iconRoutes(monitorObjectType, { showIcon: 'showIconId', listIcon: 'listIconId' }),
  ...iconRoutes(unitType, { icon: 'iconId' }),
];
