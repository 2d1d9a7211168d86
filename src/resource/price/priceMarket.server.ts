import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import { followPrice } from '#feature/money/price/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceMarketSlots: Slots = {
  /** A price is of the whole month in which its day lies: a scheme has one a month. */
  async beforeSave({ trx }, values, before) {
    const row = { ...before, ...values };
    const { rows } = await sql<{ month: string }>`
      select month::text as month from price_market
      where plan_id = ${row['planId']} and date_trunc('month', month) = date_trunc('month', ${row['month']}::date)
        and id is distinct from ${before?.id ?? null}::integer limit 1`.execute(trx);
    if (rows[0])
      throw conflict(
        {
          zh: `该方案在 ${rows[0].month.slice(0, 7)} 已有市场结算价`,
          en: `The scheme has a market price of ${rows[0].month.slice(0, 7)} already`,
        },
        'month',
      );
  },
  afterSave: (call, row, before) => followPrice(call, 'priceMarket', before, row),
  beforeDelete: (call, row) => followPrice(call, 'priceMarket', row, null),
};
