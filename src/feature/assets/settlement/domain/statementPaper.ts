import type { AssetSettlement, IssuedSettlement, SettlementRow, SettlementStatement, SiteSettlement } from '../contract.ts'; // prettier-ignore

type Difference = IssuedSettlement['differences'][number];

/** A line on paper, and beside it what it would be now. */
export interface PaperLine extends SettlementRow {
  /** It has come since: nothing of it was kept. */
  readonly added: boolean;
  /** Yuan; null where it would not be there, or has no price. */
  readonly now: number | null;
  /** Yuan; null where nothing differs. */
  readonly difference: number | null;
}

/** An asset on paper. */
export interface PaperAsset {
  readonly asset: AssetSettlement;
  readonly lines: readonly PaperLine[];
  /** Its shares as computed now where one is another, else null. */
  readonly sharesNow: Pick<AssetSettlement, 'gross' | 'customer' | 'owner' | 'customerShare'> | null;
  /** Its net as computed now, yuan; null where it is no longer settled. */
  readonly netNow: number | null;
}

/** What stands on the paper of a month: where it was kept what was kept, else what is computed. */
export interface StatementPaper {
  readonly settlement: SiteSettlement;
  readonly assets: readonly PaperAsset[];
  /** It was kept, and would be another now. */
  readonly differs: boolean;
}

const keyOf = ({ asset, assetId }: AssetSettlement): string => `${asset}${assetId}`;

/** An asset of which nothing was kept. */
const emptied = (asset: AssetSettlement): AssetSettlement => ({
  ...asset,
  rows: [],
  income: 0,
  cost: 0,
  net: 0,
  gross: null,
  customer: null,
  owner: null,
  charged: null,
  discharged: null,
  generated: null,
  selfUsed: null,
  fedIn: null,
  efficiency: null,
  efficiencyDays: null,
  cycles: null,
  coverage: null,
  flags: [],
  demands: [],
  doubts: [],
});

/** What stands on the paper of a month, so that what is signed is printed again as it was. */
export function paperOf({ settlement, issued }: SettlementStatement): StatementPaper {
  const shown = issued ? issued.kept : settlement;
  const differences = new Map(issued?.differences.map((one) => [one.key, one]));
  const shared = new Set(issued?.shares.map(({ key }) => key.split(' ')[0]));
  const present = new Map(settlement.assets.map((asset) => [keyOf(asset), asset]));
  const kept = new Set(shown.assets.map(keyOf));
  const come = settlement.assets.filter((asset) => !kept.has(keyOf(asset)));
  return {
    settlement: shown,
    assets: [...shown.assets, ...come.map(emptied)].map((asset) => {
      const now = present.get(keyOf(asset));
      const sharesNow = now && shared.has(keyOf(asset)) ? now : null;
      return { asset, lines: linesOf(asset, now, differences), sharesNow, netNow: now?.net ?? null };
    }),
    differs: differences.size + shared.size > 0,
  };
}

function linesOf(
  asset: AssetSettlement,
  now: AssetSettlement | undefined,
  differences: ReadonlyMap<string, Difference>,
): PaperLine[] {
  const own = new Set(asset.rows.map(({ key }) => key));
  const come = (now?.rows ?? []).filter(({ key }) => !own.has(key) && differences.has(key));
  return [
    ...asset.rows.map((row): PaperLine => {
      const by = differences.get(row.key);
      return { ...row, added: false, now: by ? by.now : row.amount, difference: by?.difference ?? null };
    }),
    ...come.map((row): PaperLine => {
      const by = differences.get(row.key);
      return { ...row, added: true, quantity: null, price: null, amount: null, now: row.amount, difference: by?.difference ?? null }; // prettier-ignore
    }),
  ];
}

/** What lies between two amounts, yuan, to the fen. */
export const between = (was: number, now: number): number =>
  (Math.round(now * 100) - Math.round(was * 100)) / 100;
