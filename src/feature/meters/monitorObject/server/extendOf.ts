import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall, Slots } from '#server/resource/slot.ts';
import type { ExtendValue } from '../contract.ts';
import { optionsOf, readExtend } from '../domain/extend.ts';

/** The further fields of an object's type, named in a language, with the object's values; none without a type. */
export async function extendsOf(
  trx: Db,
  object: Pick<JsonRow, 'id'>,
  language: Language,
): Promise<(ExtendValue & { rowId: number | null })[]> {
  const { rows } = await sql<Omit<ExtendValue, 'options'> & { options: string | null; rowId: number | null }>`
    select e.id as "monitorTypeExtendId", e.extend_code as "extendCode", ${nameIn('e.extend_name', language)} as "extendName",
      e.field_type as "fieldType", e.unit, e.options, e.required, v.extend_value as value, v.id as "rowId"
    from monitor_object o
    join monitor_type_extend e on e.monitor_object_type_id = o.monitor_object_type_id
    left join org_extend v on v.org_id = o.id and v.monitor_type_extend_id = e.id
    where o.id = ${object.id} order by e.ix, e.id`.execute(trx);
  return rows.map((row) => ({ ...row, options: optionsOf(row.options) }));
}

/** A further field as its values are read. */
export const fieldOf = (field: ExtendValue) => ({
  name: field.extendName,
  kind: field.fieldType,
  options: field.options,
  required: field.required,
});

/** A further field whose definition and value fit each other also when the row comes by the generic calls. */
async function checkExtendRow(call: SlotCall, values: Readonly<Record<string, unknown>>): Promise<void> {
  const [orgId, fieldId] = [values['orgId'], values['monitorTypeExtendId']];
  if (typeof orgId !== 'number' || typeof fieldId !== 'number') return;
  const object = await findRow(call.trx, monitorObject, orgId);
  if (!object) return;
  const field = (await extendsOf(call.trx, object, call.language)).find(
    (one) => one.monitorTypeExtendId === fieldId,
  );
  if (!field)
    throw badInput(
      { zh: '字段：不属于该对象的类型', en: "Field: is not one of the object's type" },
      'monitorTypeExtendId',
    );
  const read = readExtend(fieldOf(field), values['extendValue']);
  if ('problem' in read) throw badInput(aboutField({ zh: '值', en: 'Value' }, read.problem), 'extendValue');
}

export const orgExtendSlots: Slots = {
  beforeSave: (call, values, before) => checkExtendRow(call, { ...before, ...values }),
};
