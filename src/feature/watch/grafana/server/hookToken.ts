import * as z from 'zod';
import { forbidden, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { eventConfigGrafana } from '#resource/alarm/eventConfigGrafana.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import { issueToken } from './doorToken.ts';
import { HOOK_PATH } from './hook.ts';

/** A new token of an enterprise's web hook; the one before it is void. It speaks for the whole enterprise. */
const rotateToken = defineRoute({
  method: 'POST',
  path: '/api/alarm/eventConfigGrafana/rotateToken',
  summary: {
    zh: '看板告警事件：更换回调令牌，只显示一次',
    en: 'Alerts of Grafana: a new token of the web hook, shown this once',
  },
  permission: funCodeOf(eventConfigGrafana, 'edit'),
  params: z.object({ enterpriseId: id() }),
  example: { enterpriseId: 1001 },
  handler: async (call): Promise<{ token: string; path: string }> => {
    const { params, caller, services } = call;
    if (caller.limit && caller.limit.length > 0) throw forbidden();
    const owner = await findRow(call.trx, consumer, params.enterpriseId);
    if (!owner) throw noSuchRow();
    const token = await issueToken(services.system, 'hook', { consumerId: owner.id, siteId: null });
    await recordChange(
      call,
      consumer,
      'edit',
      owner,
      owner,
      '更换看板回调令牌 / token of the web hook rotated',
    );
    return { token, path: HOOK_PATH };
  },
});

export const hookTokenRoutes = [rotateToken];
