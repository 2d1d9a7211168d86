import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';

/** Which bill is shown, and what of it is open. */
export interface BillAddress {
  readonly account: string | null;
  readonly month: string | null;
}

export const readBillAddress = (raw: RawAddress): BillAddress => {
  const account = raw['account'];
  return {
    account: typeof account === 'string' || typeof account === 'number' ? String(account).slice(0, 30) : null,
    month: isPeriod('month', raw['month']) ? raw['month'] : null,
  };
};

/** Leads to a bill on the screen or on paper; the enterprise stays. */
export const paperLink = (to: string, account: string | null, month: string | null) => ({
  to,
  search: ((before: object) => ({
    ...('consumer' in before ? { consumer: before.consumer } : {}),
    ...(account === null ? {} : { account }),
    ...(month === null ? {} : { month }),
  })) as never,
});
