import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { addressOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { dataItem } from '#resource/archive/dataItem.ts';
import { graphEntity } from '#resource/archive/graphEntity.ts';
import { graphEntityParam } from '#resource/archive/graphEntityParam.ts';
import { monitorObjectType } from '#resource/archive/monitorObjectType.ts';
import { monitorTypeData } from '#resource/archive/monitorTypeData.ts';
import { monitorTypeExtend } from '#resource/archive/monitorTypeExtend.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { findRow, rowWith } from '#server/resource/row.ts';
import { editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Call, Route } from '#server/route.ts';

const MOST = 5000;

/** `editField {id, type, info}`: the field named by `type` becomes `info`. */
const editField = (resource: Resource): Route =>
  defineRoute({
    method: 'POST',
    path: `${addressOf(resource)}/editField`,
    summary: {
      zh: `${resource.label.zh}：修改字段 type 为 info`,
      en: `${resource.label.en}: set the field named by type`,
    },
    permission: funCodeOf(resource, 'edit'),
    params: z.object({ id: id(), type: z.string().max(60), info: z.string().max(1000).optional() }),
    example: { id: 1, type: 'info', info: 'by the maker' },
    handler: async (call) => {
      const { type, info } = call.params;
      const field = Object.hasOwn(resource.fields, type) ? resource.fields[type] : undefined;
      if (!field || field.readOnly)
        throw badInput(
          { zh: `type：没有名为 ${type} 的字段`, en: `type: there is no field named ${type}` },
          'type',
        );
      return editRow(call, resource, call.params.id, { [type]: info ?? null });
    },
  });

async function itemsOf(call: Call<unknown>, resource: Resource, rowId: number): Promise<readonly number[]> {
  const row = await findRow(call.trx, resource, rowId);
  if (!row) throw noSuchRow();
  return (row['dataItemIdList'] ?? []) as readonly number[];
}

/** `addDataItem {id, listStr}`: the data items of a comma list join those that are there. */
const addDataItem = (resource: Resource): Route =>
  defineRoute({
    method: 'POST',
    path: `${addressOf(resource)}/addDataItem`,
    summary: { zh: `${resource.label.zh}：添加数据项`, en: `${resource.label.en}: add data items` },
    permission: funCodeOf(resource, 'edit'),
    params: z.object({ id: id(), listStr: idList() }),
    example: { id: 1, listStr: '1,2' },
    handler: async (call) => {
      const there = await itemsOf(call, resource, call.params.id);
      const dataItemIdList = [...new Set([...there, ...call.params.listStr])];
      return editRow(call, resource, call.params.id, { dataItemIdList });
    },
  });

const removeDataItem = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorTypeData/removeDataItem',
  summary: { zh: '监测类型数据：移除数据项', en: 'Data of object types: take a data item away' },
  permission: funCodeOf(monitorTypeData, 'edit'),
  params: z.object({ monitorTypeDataId: id(), dataItemId: id() }),
  example: { monitorTypeDataId: 1, dataItemId: 1 },
  handler: async (call) => {
    const { monitorTypeDataId, dataItemId } = call.params;
    const there = await itemsOf(call, monitorTypeData, monitorTypeDataId);
    if (!there.includes(dataItemId)) throw noSuchRow();
    const dataItemIdList = there.filter((one) => one !== dataItemId);
    return editRow(call, monitorTypeData, monitorTypeDataId, { dataItemIdList });
  },
});

const getAll = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorObjectType/getAll',
  summary: { zh: '启用的监测对象类型', en: 'Types of monitored object in use' },
  permission: funCodeOf(monitorObjectType, 'view'),
  params: z.object({ objectCategory: z.enum(['0', '1', '2', '3']).optional() }),
  example: {},
  handler: async ({ trx, params, language }) => {
    const category = params.objectCategory ?? null;
    const { rows } = await sql<{
      id: number;
      monitorObjectTypeId: number;
      typeName: string;
      typeCode: string;
      objectCategory: string;
      hasShowIcon: boolean;
      hasListIcon: boolean;
      extendCount: number;
    }>`
      select t.id, t.id as "monitorObjectTypeId", ${nameIn('t.type_name', language)} as "typeName", t.type_code as "typeCode",
        t.object_category as "objectCategory", t.show_icon_id is not null as "hasShowIcon",
        t.list_icon_id is not null as "hasListIcon",
        (select count(*)::integer from monitor_type_extend e where e.monitor_object_type_id = t.id) as "extendCount"
      from monitor_object_type t
      where t.state = '1' and (${category}::text is null or t.object_category = ${category})
      order by t.ix, t.id limit ${MOST}`.execute(trx);
    return rows;
  },
});

/** A drawing symbol with the values that it shows. */
interface GraphSymbol {
  readonly id: number;
  readonly graphEntityId: number;
  readonly entityName: string;
  readonly entityUrl: string;
  readonly monitorObjectTypeId: number;
  readonly params: readonly {
    readonly id: number;
    readonly paramName: string;
    readonly controlType: string | null;
    readonly monitorType: string | null;
    readonly dataItemIdList: readonly number[] | null;
  }[];
}

const symbols = (typeId: number) => sql<GraphSymbol>`
  select g.id, g.id as "graphEntityId", g.entity_name as "entityName", g.entity_url as "entityUrl",
    g.monitor_object_type_id as "monitorObjectTypeId",
    coalesce((select json_agg(json_build_object('id', p.id, 'paramName', p.param_name, 'controlType', p.control_type,
        'monitorType', p.monitor_type, 'dataItemIdList', p.data_item_id_list) order by p.ix, p.id)
      from graph_entity_param p where p.graph_entity = g.id), '[]') as params
  from graph_entity g where g.monitor_object_type_id = ${typeId} and g.state = '1' order by g.ix, g.id limit ${MOST}`;

const ofType = z.object({ monitorObjectTypeId: id() });

const getAllByMonitorObjectType = defineRoute({
  method: 'GET',
  path: '/api/archive/graphEntity/getAllByMonitorObjectType',
  summary: { zh: '对象类型的图元及参数', en: 'Drawing symbols of an object type with their values' },
  permission: funCodeOf(graphEntity, 'view'),
  params: ofType,
  example: { monitorObjectTypeId: 5 },
  handler: async ({ trx, params }) => (await symbols(params.monitorObjectTypeId).execute(trx)).rows,
});

const getGraphEntityExtendInfo = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorTypeExtend/getGraphEntityExtendInfo',
  summary: {
    zh: '对象类型的扩展字段、数据组与图元',
    en: 'Further fields, data groups and symbols of an object type',
  },
  permission: funCodeOf(monitorTypeExtend, 'view'),
  params: ofType,
  row: monitorObjectType,
  example: { monitorObjectTypeId: 5 },
  handler: async ({ trx, params, language }) => {
    const type = await findRow(trx, monitorObjectType, params.monitorObjectTypeId);
    if (!type) throw noSuchRow();
    const { rows: fields } = await sql<{
      id: number;
      extendName: string;
      extendCode: string;
      fieldType: string;
      unit: string | null;
      options: string | null;
      required: boolean;
    }>`
      select id, ${nameIn('extend_name', language)} as "extendName", extend_code as "extendCode", field_type as "fieldType", unit, options,
        required from monitor_type_extend where monitor_object_type_id = ${type.id} order by ix, id limit ${MOST}`.execute(
      trx,
    );
    const { rows: data } = await sql<{
      id: number;
      dataName: string;
      monitorType: string | null;
      dataItemIdList: number[] | null;
      info: string | null;
    }>`
      select id, ${nameIn('data_name', language)} as "dataName", monitor_type as "monitorType", data_item_id_list as "dataItemIdList", info
      from monitor_type_data where monitor_object_type_id = ${type.id} order by ix, id limit ${MOST}`.execute(
      trx,
    );
    return rowWith(type, { fields, data, graphEntities: (await symbols(type.id).execute(trx)).rows });
  },
});

const getItemCategorys = defineRoute({
  method: 'GET',
  path: '/api/archive/dataItem/getItemCategorys',
  summary: { zh: '数据项类别及数量', en: 'Categories of data items, with how many' },
  permission: funCodeOf(dataItem, 'view'),
  params: z.object({}),
  example: {},
  handler: async ({ trx, language }) => {
    const { rows } = await sql<{ code: string; count: number }>`
      select item_category as code, count(*)::integer as count from data_item group by 1`.execute(trx);
    return Object.entries(dataItem.fields.itemCategory.options ?? {}).map(([code, label]) => ({
      code,
      name: textIn(label, language),
      count: rows.find((row) => row.code === code)?.count ?? 0,
    }));
  },
});

const getListByDataItem = defineRoute({
  method: 'GET',
  path: '/api/event/limitSet/getListByDataItem',
  summary: { zh: '数据项的限值', en: 'Limits of a data item' },
  permission: 'event.limitSet.view',
  params: z.object({ dataItemId: id(), consumerId: id().optional() }),
  example: { dataItemId: 1 },
  handler: async ({ trx, params }) => {
    const { rows } = await sql<{
      id: number;
      limitSetId: number;
      limitName: string;
      consumerId: number;
      dataItemId: number;
      siteId: number | null;
      ammeterId: number | null;
      upperAlarm: number | null;
      upperWarning: number | null;
      lowerWarning: number | null;
      lowerAlarm: number | null;
      state: string;
    }>`
      select id, id as "limitSetId", shown_name(limit_name, limit_name_en) as "limitName", consumer_id as "consumerId",
        data_item_id as "dataItemId", site_id as "siteId", ammeter_id as "ammeterId",
        upper_alarm::float8 as "upperAlarm", upper_warning::float8 as "upperWarning",
        lower_warning::float8 as "lowerWarning", lower_alarm::float8 as "lowerAlarm", state
      from limit_set where data_item_id = ${params.dataItemId}
        and (${params.consumerId ?? null}::integer is null or consumer_id = ${params.consumerId ?? null})
      order by ammeter_id nulls last, site_id nulls last, id limit ${MOST}`.execute(trx);
    return rows;
  },
});

export const typeRoutes: readonly Route[] = [
  editField(monitorTypeData),
  addDataItem(monitorTypeData),
  removeDataItem,
  editField(graphEntityParam),
  addDataItem(graphEntityParam),
  getAll,
  getAllByMonitorObjectType,
  getGraphEntityExtendInfo,
  getItemCategorys,
  getListByDataItem,
];
