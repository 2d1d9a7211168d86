import { sumOf } from '#domain/decimal/sum.ts';
import type { AssetSettlement } from '../contract.ts';

type Part = Pick<
  AssetSettlement,
  'asset' | 'assetName' | 'gross' | 'customer' | 'owner' | 'efficiency' | 'efficiencyDays' | 'cycles'
>;

/** What the batteries of a site came to: yuan of all together; null where nothing is known. */
export interface StorageTotals {
  readonly gross: number | null;
  readonly customer: number | null;
  readonly owner: number | null;
  /** Ratios are those of one battery: each with its name, percent and full cycles. */
  readonly each: readonly Pick<Part, 'assetName' | 'efficiency' | 'efficiencyDays' | 'cycles'>[];
}

/** Adds up what can be added of batteries; what cannot is told of each. */
export function storageTotals(assets: readonly Part[]): StorageTotals {
  const stations = assets.filter(({ asset }) => asset === 'storage');
  return {
    gross: sumOf(stations.map(({ gross }) => gross)),
    customer: sumOf(stations.map(({ customer }) => customer)),
    owner: sumOf(stations.map(({ owner }) => owner)),
    each: stations.map(({ assetName, efficiency, efficiencyDays, cycles }) => ({
      assetName,
      efficiency,
      efficiencyDays,
      cycles,
    })),
  };
}
