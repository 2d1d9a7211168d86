import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { idList } from '#contract/param.ts';
import { shownId } from '../../openApi/example.ts';
import { deleteRow } from '../write.ts';
import { defineVerb } from './verb.ts';

export const del = defineVerb({
  params: z.object({ id: idList().optional(), ids: idList().optional() }),
  example: (resource) => ({ id: shownId(resource.name) }),
  handler: async (call, resource) => {
    const ids = call.params.ids ?? call.params.id;
    if (!ids) throw badInput({ zh: 'id：必填', en: 'id: is required' }, 'id');
    for (const each of ids) await deleteRow(call, resource, each);
    return null;
  },
});
