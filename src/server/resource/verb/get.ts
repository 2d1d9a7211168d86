import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { shownId } from '../../openApi/example.ts';
import { findRow, withTitles } from '../row.ts';
import { defineVerb } from './verb.ts';

export const get = defineVerb({
  params: z.object({ id: id() }),
  example: (resource) => ({ id: shownId(resource.name) }),
  handler: async ({ trx, params, language }, resource) => {
    const row = await findRow(trx, resource, params.id);
    if (!row) throw noSuchRow();
    return (await withTitles(trx, resource, [row], language))[0];
  },
});
