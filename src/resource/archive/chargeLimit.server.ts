import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { SHARE_CHANNEL } from '#feature/assets/chargePile/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';
import { assetSlots } from './assets.server.ts';
import { chargeLimit } from './chargeLimit.ts';

const { fallbackPower, limitPower } = chargeLimit.fields;
const asset = assetSlots(chargeLimit, [], (_call, row) => {
  if (row['fallbackPower'] != null && Number(row['fallbackPower']) > Number(row['limitPower']))
    throw badInput(
      aboutField(fallbackPower.label, {
        zh: `不能高于“${limitPower.label.zh}”`,
        en: `may not be above “${limitPower.label.en}”`,
      }),
      'fallbackPower',
    );
});

export const chargeLimitSlots: Slots = {
  ...asset,
  // It is shared anew at once; of one that is gone the chargers are set free.
  afterSave: async ({ trx }, row, before) => {
    for (const siteId of new Set([row['siteId'], before?.['siteId'] ?? row['siteId']]))
      await sql`select pg_notify(${SHARE_CHANNEL}, ${String(siteId)})`.execute(trx);
  },
  beforeDelete: async ({ trx }, row) => {
    await sql`select pg_notify(${SHARE_CHANNEL}, ${String(row['siteId'])})`.execute(trx);
  },
};
