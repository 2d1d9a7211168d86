import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { keyRoutes, tagCodeOf } from '#feature/assets/chargePile/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';
import { assetSlots } from './assets.server.ts';
import { chargePile } from './chargePile.ts';
import { chargeTag } from './chargeTag.ts';

const { gatewayId, consumerId } = chargePile.fields;
const asset = assetSlots(chargePile, ['ammeterId']);

const BELONGS = {
  zh: '密钥不是字段：请用“更换密钥”签发',
  en: 'The key is no field: issue it by chargePile/issueKey',
};

export const chargePileSlots: Slots = {
  elsewhere: { key: BELONGS, secret: BELONGS, password: BELONGS },
  beforeSave: async (call, values, before) => {
    await asset.beforeSave?.(call, values, before);
    const row = { ...before, ...values };
    if (row['ammeterId'] != null && row['gatewayId'] == null)
      throw badInput(aboutField(gatewayId.label, REQUIRED), 'gatewayId');
    if (!before || before['consumerId'] === row['consumerId']) return;
    const { rows } = await sql`select from charge_session where pile_id = ${before.id} limit 1`.execute(
      call.trx,
    );
    if (rows.length > 0)
      throw conflict(
        aboutField(consumerId.label, {
          zh: '该桩已有充电记录，不能更改企业',
          en: 'the charger has sessions: its enterprise cannot be changed',
        }),
        'consumerId',
      );
  },
  // The door looks at it again: a charger that may not connect any more is disconnected.
  afterSave: async ({ trx }, row) => {
    await sql`select pg_notify('charge_pile', ${String(row.id)})`.execute(trx);
  },
  beforeDelete: async ({ trx }, row) => {
    await sql`select pg_notify('charge_pile', ${String(row.id)})`.execute(trx);
  },
  routes: keyRoutes,
};

const { tagCode, validUntil } = chargeTag.fields;
const SAME = { zh: '已有此卡号（不分大小写）', en: 'is there already (in capitals or small letters)' };

export const chargeTagSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const { rows } = await sql`select from charge_tag where consumer_id = ${row['consumerId'] ?? null}
      and upper(tag_code) = ${tagCodeOf(String(row['tagCode'] ?? ''))} and id is distinct from ${before?.id ?? null}`.execute(
      trx,
    );
    if (rows.length > 0) throw conflict(aboutField(tagCode.label, SAME), 'tagCode');
    const [from, until] = [row['validFrom'], row['validUntil']];
    if (typeof from === 'string' && typeof until === 'string' && until < from)
      throw badInput(
        aboutField(validUntil.label, { zh: '不能早于生效日期', en: 'may not lie before the first day' }),
        'validUntil',
      );
  },
};
