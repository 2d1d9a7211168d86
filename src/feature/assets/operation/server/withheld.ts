import type { AssetOverview, BatteryCycle, DaySettlement } from '../contract.ts';

const NO_AMOUNTS = { income: null, cost: null, net: null };

const withoutMoney = (today: DaySettlement): DaySettlement => ({
  ...today,
  ...NO_AMOUNTS,
  assets: today.assets.map((asset) => ({
    ...asset,
    ...NO_AMOUNTS,
    rows: asset.rows.map((row) => ({ ...row, price: null, amount: null })),
    gross: null,
    customer: null,
    owner: null,
    customerShare: null,
    // Each is an amount with its proof.
    demands: [],
    investment: null,
  })),
});

/** The overview for whoever may not see costs and benefits: its energies alone. */
export const overviewWithoutMoney = (overview: AssetOverview): AssetOverview => ({
  ...overview,
  today: withoutMoney(overview.today),
});

/** The same of what batteries did. */
export const cyclesWithoutMoney = (cycles: readonly BatteryCycle[]): BatteryCycle[] =>
  cycles.map((cycle) => ({ ...cycle, amount: null }));
