import type { Desk } from './desk.ts';

/** Enters the price scheme of a large industrial user and its agreement for the whole enterprise. */
export async function enterPrices(desk: Desk, consumerId: number, account: string): Promise<void> {
  const planId = await desk.ensure(
    'price/priceScheme',
    { consumerId, schemeName: '大工业两部制' },
    {
      price1: 1.1934,
      price2: 0.9547,
      price3: 0.6126,
      price4: 0.2867,
      fundPrice: 0.0272,
      basicCharge: '2',
      demandPrice: 36,
      factorStandard: '90',
    },
  );
  await desk.ensure(
    'price/priceAgreement',
    { consumerId, measureAccount: account },
    { orgId: consumerId, planId, beginDt: '2020-01-01' },
  );
}
