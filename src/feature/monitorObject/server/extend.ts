import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { id, jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorObject } from '#contract/resource/archive/monitorObject.ts';
import { orgExtend } from '#contract/resource/archive/orgExtend.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import type { ExtendValue } from '../contract.ts';
import { optionsOf, readExtend } from '../domain/extend.ts';
import { objectOf } from './store.ts';

/** The further fields of an object's type with the object's values; none without a type. */
export async function extendsOf(
  trx: Db,
  object: Pick<JsonRow, 'id'>,
): Promise<(ExtendValue & { rowId: number | null })[]> {
  const { rows } = await sql<Omit<ExtendValue, 'options'> & { options: string | null; rowId: number | null }>`
    select e.id as "monitorTypeExtendId", e.extend_code as "extendCode", e.extend_name as "extendName",
      e.field_type as "fieldType", e.unit, e.options, e.required, v.extend_value as value, v.id as "rowId"
    from monitor_object o
    join monitor_type_extend e on e.monitor_object_type_id = o.monitor_object_type_id
    left join org_extend v on v.org_id = o.id and v.monitor_type_extend_id = e.id
    where o.id = ${object.id} order by e.ix, e.id`.execute(trx);
  return rows.map((row) => ({ ...row, options: optionsOf(row.options) }));
}

const fieldOf = (field: ExtendValue) => ({
  name: field.extendName,
  kind: field.fieldType,
  options: field.options,
  required: field.required,
});

/** Writes values of further fields, by code. @throws Fault 400 naming the field. */
export async function writeExtends(
  call: SlotCall,
  object: JsonRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const fields = await extendsOf(call.trx, object);
  for (const [code, given] of Object.entries(values)) {
    const field = fields.find((one) => one.extendCode === code);
    if (!field)
      throw badInput({ zh: `对象类型没有字段 ${code}`, en: `The object's type has no field ${code}` }, code);
    const read = readExtend(fieldOf(field), given);
    if ('problem' in read)
      throw badInput(aboutField({ zh: field.extendName, en: field.extendName }, read.problem), code);
    if (read.value === field.value) continue;
    if (read.value === null) {
      if (field.rowId !== null) await deleteRow(call, orgExtend, field.rowId);
    } else if (field.rowId === null)
      await addRow(call, orgExtend, {
        orgId: object.id,
        monitorTypeExtendId: field.monitorTypeExtendId,
        extendValue: read.value,
        consumerId: object['consumerId'],
      });
    else await editRow(call, orgExtend, field.rowId, { extendValue: read.value });
  }
}

const shown = ({ rowId: _, ...field }: ExtendValue & { rowId: number | null }): ExtendValue => field;

const getExtend = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorObject/getExtend',
  summary: { zh: '监测对象：扩展字段及其值', en: 'Monitored objects: further fields with values' },
  permission: funCodeOf(monitorObject, 'view'),
  params: z.object({ orgId: id() }),
  handler: async ({ trx, params }) => (await extendsOf(trx, await objectOf(trx, params.orgId))).map(shown),
});

const editExtend = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorObject/editExtend',
  summary: { zh: '监测对象：保存扩展字段', en: 'Monitored objects: save further fields' },
  permission: funCodeOf(monitorObject, 'edit'),
  params: z.object({ orgId: id(), values: jsonOf(z.record(z.string().max(40), z.unknown())) }),
  handler: async (call) => {
    const object = await objectOf(call.trx, call.params.orgId);
    await writeExtends(call, object, call.params.values);
    return (await extendsOf(call.trx, object)).map(shown);
  },
});

/** A further field whose definition and value fit each other also when the row comes by the generic calls. */
export async function checkExtendRow(
  call: SlotCall,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const [orgId, fieldId] = [values['orgId'], values['monitorTypeExtendId']];
  if (typeof orgId !== 'number' || typeof fieldId !== 'number') return;
  const object = await findRow(call.trx, monitorObject, orgId);
  if (!object) return;
  const field = (await extendsOf(call.trx, object)).find((one) => one.monitorTypeExtendId === fieldId);
  if (!field)
    throw badInput(
      { zh: '字段：不属于该对象的类型', en: "Field: is not one of the object's type" },
      'monitorTypeExtendId',
    );
  const read = readExtend(fieldOf(field), values['extendValue']);
  if ('problem' in read) throw badInput(aboutField({ zh: '值', en: 'Value' }, read.problem), 'extendValue');
}

export const extendRoutes: readonly Route[] = [getExtend, editExtend];
