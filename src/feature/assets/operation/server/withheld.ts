import type { AssetOverview, BatteryCycle, DaySettlement, PvDevice } from '../contract.ts';

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
  price: null,
  today: withoutMoney(overview.today),
});

/** Which of the assets of a site are seen by somebody who does not see the whole. */
interface Seen {
  readonly storage: boolean;
  readonly pv: boolean;
}

const only = <T>(seen: boolean, all: readonly T[]): readonly T[] => (seen ? all : []);
const SILENT = { value: null, at: null };

/** The overview for whoever has the page of batteries, or of PV, alone: nothing of the supply, its load and the rest. */
export const overviewOfPart = (overview: AssetOverview, { storage, pv }: Seen): AssetOverview => ({
  ...overview,
  stations: only(storage, overview.stations),
  plants: only(pv, overview.plants),
  piles: null,
  grid: { ...SILENT, ammeterId: null, transformer: null },
  load: null,
  flow: null,
  peak: null,
  curve: {
    ...overview.curve,
    pv: only(pv, overview.curve.pv),
    battery: only(storage, overview.curve.battery),
    soc: only(storage, overview.curve.soc),
    grid: [],
    load: [],
  },
  energies: {
    pv: pv ? overview.energies.pv : null,
    charged: storage ? overview.energies.charged : null,
    discharged: storage ? overview.energies.discharged : null,
    // What became of it tells of the load.
    selfUsed: null,
    fedIn: null,
    bought: null,
    load: null,
  },
  carbon: pv ? overview.carbon : null,
  today: {
    ...overview.today,
    // They are of all assets together.
    ...NO_AMOUNTS,
    coverage: null,
    assets: overview.today.assets.filter(({ asset }) =>
      asset === 'storage' ? storage : asset === 'pv' && pv,
    ),
  },
  alarms: { open: 0, unconfirmed: 0, rows: [] },
});

/** PV plants for whoever may not see the overview, as what became of their energy tells of the load, or no money. */
export const pvWithheld = (
  plants: readonly PvDevice[],
  may: { readonly flow: boolean; readonly money: boolean },
) =>
  plants.map((plant): PvDevice => ({
    ...plant,
    ...(may.flow ? {} : { selfUsed: null, fedIn: null }),
    ...(may.money ? {} : { income: null }),
  }));

/** What batteries did, without any amount. */
export const cyclesWithoutMoney = (cycles: readonly BatteryCycle[]): BatteryCycle[] =>
  cycles.map((cycle) => ({ ...cycle, amount: null }));
