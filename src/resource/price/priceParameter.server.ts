import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceParameterSlots: Slots = {
  /** A fee by capacity needs the capacity of every agreement that it is charged under. */
  async beforeSave({ trx }, values, before) {
    const row: Readonly<Record<string, unknown>> = { ...before, ...values };
    const [from, to] = [row['validFrom'], row['validTo'] ?? null];
    if (to !== null && String(to) < String(from))
      throw badInput({ zh: '失效日期不能早于生效日期', en: 'The end may not precede the begin' }, 'validTo');
    if (row['feeKind'] !== '3') return;
    const { rows } = await sql<{ account: string }>`
      select measure_account as account from price_agreement
      where consumer_id = ${row['consumerId']} and approve_state <> '2' and capacity is null
        and plan_id = coalesce(${row['planId'] ?? null}::integer, plan_id)
        and begin_dt <= coalesce(${to}::date, 'infinity') and coalesce(end_dt, 'infinity') >= ${from}::date
      order by measure_account limit 1`.execute(trx);
    const account = rows[0]?.account;
    if (account !== undefined)
      throw badInput(
        {
          zh: `户号 ${account} 的电价协议没有变压器容量：请先在协议中填写，或把费用限定到其他方案`,
          en: `The agreement of account ${account} states no capacity: enter it there first, or limit the fee to another scheme`,
        },
        'feeKind',
      );
  },
};
