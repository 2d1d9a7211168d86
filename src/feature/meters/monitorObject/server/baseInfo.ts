import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import type { Resource } from '#contract/define.ts';
import { id, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { device } from '#resource/archive/device.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { orgUnit } from '#resource/sys/orgUnit.ts';
import type { Db } from '#server/database/db.ts';
import { rowWith } from '#server/resource/row.ts';
import type { JsonRow } from '#server/resource/slot.ts';
import { editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, Route } from '#server/route.ts';
import { writeExtends } from './extend.ts';
import { extendsOf } from './extendOf.ts';
import { countsOfSite, titled } from './facts.ts';

const ofSite = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorSite/getBaseInfo',
  summary: { zh: '站点基本信息', en: 'What a site is' },
  permission: funCodeOf(monitorSite, 'view'),
  params: z.object({ siteId: id() }),
  row: monitorSite,
  example: { siteId: 1003 },
  handler: async ({ trx, params, language }) =>
    rowWith(await titled(trx, monitorSite, params.siteId, language), await countsOfSite(trx, params.siteId)),
});

const ofObject = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorObject/getBaseInfo',
  summary: { zh: '监测对象基本信息', en: 'What an object is' },
  permission: funCodeOf(monitorObject, 'view'),
  params: z.object({ orgId: id() }),
  row: monitorObject,
  example: { orgId: 1016 },
  handler: async ({ trx, params, language }) => {
    const row = await titled(trx, monitorObject, params.orgId, language);
    const { rows: path } = await sql<{ id: number; orgName: string }>`
      with recursive above as (
        select id, org_name, org_name_en, parent_id, 0 as depth from monitor_object where id = ${row.id}
        union all select p.id, p.org_name, p.org_name_en, p.parent_id, a.depth + 1
        from monitor_object p join above a on p.id = a.parent_id where a.depth < 100)
      select id, shown_name(org_name, org_name_en) as "orgName" from above order by depth desc`.execute(trx);
    const { rows: items } = await sql<{
      id: number;
      monitorItemId: number;
      itemName: string;
      monitorType: string | null;
      linkId: number;
    }>`
      select i.id, i.id as "monitorItemId", shown_name(i.item_name, i.item_name_en) as "itemName", i.monitor_type as "monitorType", l.id as "linkId"
      from monitor_object_item l join monitor_item i on i.id = l.monitor_item_id
      where l.monitor_object_id = ${row.id} order by l.ix, l.id limit 1000`.execute(trx);
    const fields = await extendsOf(trx, row, language);
    return rowWith(row, { path, items, extends: fields.map(({ rowId: _, ...field }) => field) });
  },
});

const KINDS = { consumer, site: monitorSite, unit: orgUnit, object: monitorObject, device } as const;
type Kind = keyof typeof KINDS;

/** What an organisation id stands for. */
async function kindOf(trx: Db, orgId: number): Promise<Kind> {
  const { rows } = await sql<{ kind: Kind }>`
    select 'object' as kind from monitor_object where id = ${orgId}
    union all select kind from org where id = ${orgId} limit 1`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0].kind;
}

const field = {
  fieldName: z.string().max(60),
  fieldValue: z.unknown().optional(),
  confirmed: yesNo().default(false),
};

async function edit(
  call: Call<{ readonly confirmed: boolean }>,
  kind: Kind,
  rowId: number,
  fieldName: string,
  value: unknown,
): Promise<JsonRow> {
  const resource: Resource = KINDS[kind];
  if (!call.caller.funCodes.has(funCodeOf(resource, 'edit'))) throw forbidden();
  const known = Object.hasOwn(resource.fields, fieldName) ? resource.fields[fieldName] : undefined;
  if (!known && kind === 'object') {
    const object = await titled(call.trx, resource, rowId, call.language);
    await writeExtends(call, object, { [fieldName]: value ?? null });
    return object;
  }
  if (!known || known.readOnly)
    throw badInput(
      { zh: '没有此字段或不可编辑', en: 'There is no such field, or it cannot be edited' },
      'fieldName',
    );
  const { confirmed } = call.params;
  return editRow(call, resource, rowId, { [fieldName]: value ?? null, confirmed });
}

const updateBaseInfo = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorObject/updateBaseInfo',
  summary: {
    zh: '修改企业、站点、组织或监测对象的一个字段（含扩展字段）',
    en: 'Change one field of an enterprise, site, unit or object, further fields too',
  },
  permission: funCodeOf(monitorObject, 'view'),
  params: z.object({ orgId: id(), ...field }),
  example: { orgId: 1016, fieldName: 'remark', fieldValue: 'Checked on site' },
  handler: async (call) => {
    const { orgId, fieldName, fieldValue } = call.params;
    return edit(call, await kindOf(call.trx, orgId), orgId, fieldName, fieldValue);
  },
});

const editFieldByType = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorObject/editFieldByType',
  summary: { zh: '按类别修改一个字段', en: 'Change one field of a row of a kind' },
  permission: funCodeOf(monitorObject, 'view'),
  params: z.object({ type: z.enum(Object.keys(KINDS) as [Kind, ...Kind[]]), id: id(), ...field }),
  example: { type: 'object', id: 1016, fieldName: 'remark', fieldValue: 'Checked on site' },
  handler: (call) => {
    const { type, id: rowId, fieldName, fieldValue } = call.params;
    return edit(call, type, rowId, fieldName, fieldValue);
  },
});

export const baseInfoRoutes: readonly Route[] = [ofSite, ofObject, updateBaseInfo, editFieldByType];
