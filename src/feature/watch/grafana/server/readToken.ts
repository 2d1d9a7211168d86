import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { grafanaAccount } from '#resource/archive/grafanaAccount.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import { issueToken } from './doorToken.ts';

/** A new token that reads figures, readings and alarms of an enterprise or one site; the one before it is void. */
const rotateReadToken = defineRoute({
  method: 'POST',
  path: '/api/archive/grafanaAccount/rotateReadToken',
  summary: {
    zh: '看板账户：更换只读令牌，只显示一次',
    en: 'Dashboard accounts: a new read-only token, shown this once',
  },
  permission: funCodeOf(grafanaAccount, 'edit'),
  params: z.object({ enterpriseId: id(), siteId: id().optional() }),
  example: { enterpriseId: 1001 },
  handler: async (call): Promise<{ token: string }> => {
    const { trx, params, caller, services } = call;
    if (caller.limit && caller.limit.length > 0) throw forbidden();
    const owner = await findRow(trx, consumer, params.enterpriseId);
    if (!owner) throw noSuchRow();
    const { siteId = null } = params;
    const { rows } =
      await sql`select 1 from monitor_site where id = ${siteId} and consumer_id = ${owner.id}`.execute(trx);
    if (siteId !== null && rows.length === 0)
      throw badInput({ zh: '站点：该企业没有此站点', en: 'Site: the enterprise has no such site' }, 'siteId');
    const token = await issueToken(services.system, 'read', { consumerId: owner.id, siteId });
    await recordChange(
      call,
      consumer,
      'edit',
      owner,
      owner,
      '更换看板只读令牌 / read-only token of dashboards rotated',
    );
    return { token };
  },
});

export const readTokenRoutes = [rotateReadToken];
