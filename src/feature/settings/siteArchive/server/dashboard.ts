import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { grafanaAccount } from '#resource/archive/grafanaAccount.ts';
import { findRow } from '#server/resource/row.ts';
import { addRow, editRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

/** The dashboard's address of an enterprise; its account is made where it has none. */
export const editUrl = defineRoute({
  method: 'POST',
  path: '/api/archive/grafanaAccount/editUrl',
  summary: { zh: '看板账户：设定企业的看板地址', en: 'Dashboard accounts: set the address of an enterprise' },
  permission: funCodeOf(grafanaAccount, 'edit'),
  params: z.object({ enterpriseId: id(), url: z.string().max(255) }),
  example: { enterpriseId: 1001, url: 'https://board.example.com/d/1' },
  handler: async (call) => {
    const { enterpriseId, url } = call.params;
    const owner = await findRow(call.trx, consumer, enterpriseId);
    if (!owner) throw noSuchRow();
    const { rows } = await sql<{ id: number }>`
      select id from grafana_account where consumer_id = ${enterpriseId}`.execute(call.trx);
    if (rows[0]) return editRow(call, grafanaAccount, rows[0].id, { url });
    return addRow(call, grafanaAccount, { accountName: owner['orgName'], consumerId: enterpriseId, url });
  },
});
