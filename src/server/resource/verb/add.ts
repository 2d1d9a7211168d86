import * as z from 'zod';
import { slotsOf } from '../slots.ts';
import { addRow } from '../write.ts';
import { defineVerb } from './verb.ts';

export const add = defineVerb({
  params: z.looseObject({}),
  handler: (call, resource) => addRow(call, resource, call.params),
  adds: (resource) => slotsOf(resource).adds ?? {},
});
