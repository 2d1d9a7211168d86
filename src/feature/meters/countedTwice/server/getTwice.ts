import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { orgAmmeter } from '#resource/archive/orgAmmeter.ts';
import type { Text } from '#contract/text.ts';
import { organisationOf, twiceOf } from '#feature/meters/subject/server/public.ts';
import { defineRoute } from '#server/route.ts';
import { sentencesOf } from './sentence.ts';

/** What the lists and definitions of an enterprise count twice now, a sentence each with the energy that is too much. */
export const getTwice = defineRoute({
  method: 'GET',
  path: '/api/archive/orgAmmeter/getTwice',
  summary: { zh: '组织用能表计：重复计量', en: 'Meters of organisations: what is counted twice' },
  permission: funCodeOf(orgAmmeter, 'view'),
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<readonly Text[]> => {
    const organisation = await organisationOf(trx, params.consumerId);
    if (organisation.nodes.length === 0) throw noSuchRow();
    const nothing = { ...organisation, lists: [], sums: [] };
    return sentencesOf(trx, organisation, twiceOf(nothing, organisation));
  },
});
