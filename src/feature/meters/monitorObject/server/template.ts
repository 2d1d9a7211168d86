import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { template } from '#resource/archive/template.ts';
import { templateTree } from '#contract/templateTree.ts';
import type { TemplateNode } from '#contract/templateTree.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow, addRows } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import { addBelow, stationOf } from './add.ts';

async function typesByCode(call: SlotCall): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`
    select type_code as code, id from monitor_object_type`.execute(call.trx);
  return new Map(rows.map((row) => [row.code, row.id]));
}

/** The station of a site; made where there is none. */
async function stationThere(call: SlotCall, site: JsonRow): Promise<JsonRow> {
  const { rows } = await sql<{ id: number }>`select id from monitor_object
    where site_id = ${site.id} and object_category = '0' order by id limit 1`.execute(call.trx);
  const found = rows[0] && (await findRow(call.trx, monitorObject, rows[0].id));
  return found ?? stationOf(call, site);
}

/** Brings the outline below a station; what is there by name and category already is taken for it. */
async function growObjects(
  call: SlotCall,
  station: JsonRow,
  nodes: readonly TemplateNode[],
): Promise<number> {
  const types = await typesByCode(call);
  const path: JsonRow[] = [station];
  let added = 0;
  for (const node of nodes) {
    const parent = path[node.level] ?? station;
    const { rows } = await sql<{ id: number }>`select id from monitor_object where parent_id = ${parent.id}
      and org_name = ${node.name} and object_category = ${node.category} order by id limit 1`.execute(
      call.trx,
    );
    let here = rows[0] && (await findRow(call.trx, monitorObject, rows[0].id));
    if (!here) {
      const monitorObjectTypeId = types.get(node.typeCode ?? '') ?? null;
      here = await addBelow(call, parent, node.category, { orgName: node.name, monitorObjectTypeId });
      added += 1;
    }
    path.splice(node.level + 1, path.length, here);
  }
  return added;
}

/** As many rows as one statement adds. */
const BATCH = 1000;

/** Makes the data items of a template monitored at the meters of a site; what is already stays as it is. */
async function growItems(call: SlotCall, site: JsonRow, row: JsonRow): Promise<number> {
  const dataItemIds = (row['dataItemIdList'] ?? []) as readonly number[];
  const deviceType = (row['deviceType'] ?? null) as string | null;
  const { rows: missing } = await sql<Record<string, unknown>>`
    select left(a.ammeter_name || ' ' || d.data_item_name, 120) as "itemName", a.consumer_id as "consumerId",
      a.site_id as "siteId", a.id as "ammeterId", d.id as "dataItemId", '1' as "monitorType", w.ix::integer - 1 as ix
    from ammeter a
    cross join unnest(${[...dataItemIds]}::integer[]) with ordinality w(id, ix)
    join data_item d on d.id = w.id
    where a.site_id = ${site.id} and (${deviceType}::text is null or a.device_type = ${deviceType})
      and not exists (select from monitor_item m
        where m.ammeter_id = a.id and m.data_item_id = d.id and m.monitor_type = '1')
    order by a.id, w.ix`.execute(call.trx);
  for (let at = 0; at < missing.length; at += BATCH)
    await addRows(call, monitorItem, missing.slice(at, at + BATCH));
  return missing.length;
}

const selectTemplate = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorSite/selectTemplate',
  summary: {
    zh: '站点套用模板：补齐监测对象与监测项，已有的保留',
    en: 'Apply a template to a site: what is missing is added, what is there stays',
  },
  permission: funCodeOf(monitorObject, 'add'),
  params: z.object({ siteId: id(), templateId: id() }),
  example: { siteId: 1003, templateId: 1 },
  handler: async (call) => {
    const site = await findRow(call.trx, monitorSite, call.params.siteId);
    if (!site) throw noSuchRow();
    const row = await findRow(call.trx, template, call.params.templateId);
    if (!row || row['state'] !== '1')
      throw badInput({ zh: '模板：不存在或已停用', en: 'Template: there is none in use' }, 'templateId');
    const station = await stationThere(call, site);
    const objects = await growObjects(call, station, templateTree.parse(row['objects']).nodes);
    const items = await growItems(call, site, row);
    return { siteId: site.id, templateId: row.id, stationId: station.id, objects, items };
  },
});

const addFromSite = defineRoute({
  method: 'POST',
  path: '/api/archive/template/addFromSite',
  summary: { zh: '以站点现有的监测对象新建模板', en: 'Make a template of the objects that a site has' },
  permission: funCodeOf(template, 'add'),
  params: z.object({
    siteId: id(),
    templateName: z.string().trim().min(1).max(60),
    templateCode: z.string().trim().min(1).max(30),
  }),
  example: { siteId: 1003, templateName: 'Substation of 10 kV', templateCode: 'SUB-10' },
  handler: async (call) => {
    const { siteId, ...named } = call.params;
    const { rows } = await sql<{ readonly node: TemplateNode }>`
      with recursive below as (
        select o.*, 0 as level, array[o.ix, o.id] as path from monitor_object o
        join monitor_object s on s.id = o.parent_id and s.object_category = '0' and s.site_id = ${siteId}
        where o.site_id = ${siteId} and o.object_category <> '0'
        union all
        select o.*, b.level + 1, b.path || array[o.ix, o.id] from monitor_object o join below b on o.parent_id = b.id
        where o.object_category <> '0' and b.level < 9)
      select json_strip_nulls(json_build_object('name', b.org_name, 'category', b.object_category,
        'typeCode', t.type_code, 'level', b.level)) as node from below b
      left join monitor_object_type t on t.id = b.monitor_object_type_id order by b.path limit 500`.execute(
      call.trx,
    );
    const nodes = rows.map(({ node }) => node);
    if (nodes.length === 0)
      throw badInput({ zh: '站点：没有监测对象', en: 'Site: it has no monitored objects' }, 'siteId');
    const { rows: items } = await sql<{ id: number }>`
      select distinct data_item_id as id from monitor_item where site_id = ${siteId} order by 1 limit 200`.execute(
      call.trx,
    );
    return addRow(call, template, {
      ...named,
      objects: { nodes },
      dataItemIdList: items.map((item) => item.id),
    });
  },
});

const getList = defineRoute({
  method: 'GET',
  path: '/api/archive/template/getList',
  summary: { zh: '可用的模板', en: 'Templates in use' },
  permission: funCodeOf(template, 'view'),
  params: z.object({}),
  example: {},
  handler: async ({ trx }) => {
    const { rows } = await sql<{
      id: number;
      templateId: number;
      templateName: string;
      templateCode: string;
      objectCount: number | null;
      dataItemCount: number;
    }>`
      select id, id as "templateId", template_name as "templateName", template_code as "templateCode",
        jsonb_array_length(objects::jsonb -> 'nodes') as "objectCount",
        coalesce(cardinality(data_item_id_list), 0) as "dataItemCount"
      from template where state = '1' order by id limit 1000`.execute(trx);
    return rows;
  },
});

export const templateRoutes: readonly Route[] = [selectTemplate, addFromSite, getList];
