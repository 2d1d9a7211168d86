import * as z from 'zod';
import { fieldsOf } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { shownChange, shownId } from '../../openApi/example.ts';
import { editRow } from '../write.ts';
import { defineVerb } from './verb.ts';

export const edit = defineVerb({
  params: z.looseObject({ id: id() }),
  example: (resource) => ({ id: shownId(resource.name), ...shownChange(resource) }),
  handler: (call, resource) => editRow(call, resource, call.params.id, call.params),
  keepEmpty: true,
});

const ofField = z.object({
  id: id(),
  fieldName: z.string(),
  fieldValue: z.unknown().optional(),
  remarks: z.string().max(255).default(''),
  expected: z.unknown().optional(),
  confirmed: z.unknown().optional(),
});

export const editField = defineVerb({
  params: ofField,
  example: (resource) => {
    const [[fieldName, fieldValue] = []] = Object.entries(shownChange(resource));
    return { id: shownId(resource.name), fieldName, fieldValue };
  },
  handler: ({ params, ...call }, resource) => {
    const { fieldValue = null, expected, confirmed } = params;
    const values = { [editableField(resource, params.fieldName)]: fieldValue, expected, confirmed };
    return editRow(call, resource, params.id, values, params.remarks);
  },
});

/** The key of the field that goes by this name or alias. @throws badInput where it cannot be edited */
function editableField(resource: Resource, name: string): string {
  const found = fieldsOf(resource).find(([key, { alias }]) => key === name || alias === name);
  if (found && !found[1].readOnly) return found[0];
  const why = { zh: '没有此字段或不可编辑', en: 'There is no such field, or it cannot be edited' };
  throw badInput(why, 'fieldName');
}
