import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { defineRoute } from '#server/route.ts';
import type { SubjectNode } from '../contract.ts';
import { consumerOf, organisationOf } from './organisation.ts';

/** Everything of an enterprise that a query can be about: its sites and units, and the meters under them. */
export const getNodes = defineRoute({
  method: 'GET',
  path: '/api/analysis/object/getTree',
  summary: { zh: '分析对象：组织与表计树', en: 'Objects of analyses: organisations and meters' },
  permission: null,
  why: 'scope',
  prepared: true,
  params: z.object({ consumerId: id() }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params }): Promise<SubjectNode[]> => {
    if ((await consumerOf(trx, params.consumerId)) === null) throw noSuchRow();
    const { nodes, meters } = await organisationOf(trx, params.consumerId);
    const known = new Set(meters.map((meter) => meter.id));
    return [
      ...nodes.map(({ id: orgId, name, code, parentId }) => ({
        key: `o${orgId}`,
        name,
        code,
        parent: parentId === null ? null : `o${parentId}`,
      })),
      ...meters.map(({ id: meterId, name, code, parentId, siteId }) => ({
        key: `m${meterId}`,
        name,
        code,
        parent: parentId !== null && known.has(parentId) ? `m${parentId}` : `o${siteId}`,
      })),
    ];
  },
});
