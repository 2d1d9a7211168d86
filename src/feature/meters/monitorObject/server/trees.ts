import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import type { ObjectNode } from '../contract.ts';

const AT = '/api/archive/monitorObject';
const permission = funCodeOf(monitorObject, 'view');

// A tree beyond this is not drawn; its parts are found by search.
const MOST_NODES = 20_000;

type Row = Omit<ObjectNode, 'children' | 'key' | 'title' | 'name'> & { readonly deviceClass: string | null };

interface Where {
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
}

/** The objects of an enterprise or a site as trees; those whose parent is not among them stand at the top. */
async function treeOf(
  trx: Db,
  where: Where,
  language: Language,
  keep: (row: Row) => boolean = () => true,
): Promise<ObjectNode[]> {
  if (where.consumerId === undefined && where.siteId === undefined)
    throw badInput(
      { zh: 'consumerId 或 siteId：必填', en: 'consumerId or siteId: is required' },
      'consumerId',
    );
  const { rows } = await sql<Row>`
    select o.id, o.id as "orgId", o.parent_id as "parentId", shown_name(o.org_name, o.org_name_en) as "orgName", o.org_code as "orgCode",
      o.object_category as category, o.site_id as "siteId", o.monitor_object_type_id as "typeId",
      ${nameIn('t.type_name', language)} as "typeName", o.device_id as "deviceId", d.device_class as "deviceClass",
      coalesce(cardinality(o.ammeter_id_list), 0) as "meterCount", o.state,
      (select count(*)::integer from monitor_object_item i where i.monitor_object_id = o.id) as "itemCount"
    from monitor_object o
    left join monitor_object_type t on t.id = o.monitor_object_type_id
    left join device d on d.id = o.device_id
    where (${where.consumerId ?? null}::integer is null or o.consumer_id = ${where.consumerId ?? null})
      and (${where.siteId ?? null}::integer is null or o.site_id = ${where.siteId ?? null})
    order by o.ix, o.id limit ${MOST_NODES}`.execute(trx);
  const nodes = new Map(
    rows.map((row) => {
      const { deviceClass: _, ...shown } = row;
      return [
        row.id,
        { ...shown, key: row.id, title: row.orgName, name: row.orgName, children: [] as ObjectNode[] },
      ];
    }),
  );
  const kept = keptWithAbove(rows, keep);
  const roots: ObjectNode[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (!node || !kept.has(row.id)) continue;
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The objects asked for and all that stand above them. */
function keptWithAbove(rows: readonly Row[], keep: (row: Row) => boolean): ReadonlySet<number> {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const kept = new Set<number>();
  for (const row of rows)
    if (keep(row))
      for (let at: number | null = row.id; at !== null && !kept.has(at); at = parents.get(at) ?? null)
        kept.add(at);
  return kept;
}

const which = z.object({ consumerId: id().optional(), siteId: id().optional() });

const tree = (verb: string, zh: string, en: string, keep?: (row: Row) => boolean): Route =>
  defineRoute({
    method: 'GET',
    path: `${AT}/${verb}`,
    summary: { zh: `监测对象：${zh}`, en: `Monitored objects: ${en}` },
    permission,
    params: which,
    example: { consumerId: 1001 },
    handler: ({ trx, params, language }) => treeOf(trx, params, language, keep),
  });

const isEquipment = (row: Row): boolean => row.category === '2';

const getByConsumerAndTypeCode = defineRoute({
  method: 'GET',
  path: `${AT}/getByConsumerAndTypeCode`,
  summary: { zh: '监测对象：按企业和类型代码', en: 'Monitored objects of a type' },
  permission,
  params: z.object({ consumerId: id(), typeCode: z.string().max(30) }),
  example: { consumerId: 1001, typeCode: 'transformer' },
  handler: async ({ trx, params, language }) => {
    const { rows } = await sql<{
      id: number;
      orgId: number;
      orgName: string;
      orgCode: string;
      siteId: number | null;
      objectCategory: string;
      deviceId: number | null;
      ammeterIdList: number[] | null;
      typeCode: string;
      typeName: string;
    }>`
      select o.id, o.id as "orgId", shown_name(o.org_name, o.org_name_en) as "orgName", o.org_code as "orgCode", o.site_id as "siteId",
        o.object_category as "objectCategory", o.device_id as "deviceId", o.ammeter_id_list as "ammeterIdList",
        t.type_code as "typeCode", ${nameIn('t.type_name', language)} as "typeName"
      from monitor_object o join monitor_object_type t on t.id = o.monitor_object_type_id
      where o.consumer_id = ${params.consumerId} and t.type_code = ${params.typeCode}
      order by o.site_id, o.ix, o.id limit ${MOST_NODES}`.execute(trx);
    return rows;
  },
});

export const treeRoutes: readonly Route[] = [
  tree('getTree', '对象树', 'the tree'),
  tree(
    'getPrimaryDeviceTree',
    '一次设备树',
    'tree of primary equipment',
    (row) => isEquipment(row) && row.deviceClass !== '2',
  ),
  tree(
    'getSecondaryDeviceTree',
    '二次设备树（含表计组）',
    'tree of secondary equipment and groups of meters',
    (row) => row.category === '3' || (isEquipment(row) && row.deviceClass === '2'),
  ),
  getByConsumerAndTypeCode,
];
