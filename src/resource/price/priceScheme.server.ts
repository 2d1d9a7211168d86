import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { followPrice } from '#feature/money/price/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceSchemeSlots: Slots = {
  /** A basic charge has its price, and what it is charged by in every agreement under the scheme. */
  async beforeSave({ trx }, values, before) {
    // What is emptied is empty, whatever stood there before.
    const row = { ...before, ...values };
    const of = (field: string): unknown => row[field] ?? null;
    const kind = String(of('basicCharge') ?? '0');
    if (kind === '1' && of('capacityPrice') === null)
      throw badInput(
        { zh: '按容量计收时请填写容量电价', en: 'A basic charge by capacity needs the capacity price' },
        'capacityPrice',
      );
    if ((kind === '2' || kind === '3') && of('demandPrice') === null)
      throw badInput(
        { zh: '按需量计收时请填写需量电价', en: 'A basic charge by demand needs the demand price' },
        'demandPrice',
      );
    if (!before || before['basicCharge'] === kind || (kind !== '1' && kind !== '3')) return;
    const needed = kind === '1' ? sql`capacity` : sql`contract_demand`;
    const { rows } = await sql<{ account: string }>`
      select measure_account as account from price_agreement
      where plan_id = ${before.id} and approve_state <> '2' and ${needed} is null
      order by measure_account limit 1`.execute(trx);
    const account = rows[0]?.account;
    if (account !== undefined)
      throw badInput(
        kind === '1'
          ? {
              zh: `户号 ${account} 的电价协议没有变压器容量，请先填写`,
              en: `The agreement of account ${account} states no capacity: enter it first`,
            }
          : {
              zh: `户号 ${account} 的电价协议没有合同需量，请先填写`,
              en: `The agreement of account ${account} states no contract demand: enter it first`,
            },
        'basicCharge',
      );
  },
  async afterSave(call, row, before) {
    if (!before) return;
    if (row['schemeType'] !== before['schemeType'])
      await sql`update price_agreement set plan_type = ${row['schemeType']} where plan_id = ${row.id}`.execute(
        call.trx,
      );
    await followPrice(call, 'priceScheme', before, row);
  },
};
