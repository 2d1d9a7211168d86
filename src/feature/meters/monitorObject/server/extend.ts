import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { id, jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { orgExtend } from '#resource/archive/orgExtend.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow, deleteRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';
import type { Route } from '#server/route.ts';
import type { ExtendValue } from '../contract.ts';
import { readExtend } from '../domain/extend.ts';
import { extendsOf, fieldOf } from './extendOf.ts';
import { objectOf } from './store.ts';

/** Writes values of further fields, by code. @throws Fault 400 naming the field. */
export async function writeExtends(
  call: SlotCall,
  object: JsonRow,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const fields = await extendsOf(call.trx, object, call.language);
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
  example: { orgId: 1016 },
  handler: async ({ trx, params, language }) =>
    (await extendsOf(trx, await objectOf(trx, params.orgId), language)).map(shown),
});

const editExtend = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorObject/editExtend',
  summary: { zh: '监测对象：保存扩展字段', en: 'Monitored objects: save further fields' },
  permission: funCodeOf(monitorObject, 'edit'),
  params: z.object({ orgId: id(), values: jsonOf(z.record(z.string().max(40), z.unknown())) }),
  example: { orgId: 1016, values: { ratedPower: '90' } },
  handler: async (call) => {
    const object = await objectOf(call.trx, call.params.orgId);
    await writeExtends(call, object, call.params.values);
    return (await extendsOf(call.trx, object, call.language)).map(shown);
  },
});

export const extendRoutes: readonly Route[] = [getExtend, editExtend];
