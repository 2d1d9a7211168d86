import { expect, test } from 'vitest';
import { storageTotals } from './storageTotals.ts';

const none = {
  gross: null,
  customer: null,
  owner: null,
  efficiency: null,
  efficiencyDays: null,
  cycles: null,
};
const one = { asset: 'storage', assetName: 'A', gross: 254.47, customer: 38.17, owner: 216.3, efficiency: 90.25, efficiencyDays: { known: 9, of: 10 }, cycles: 1.6 } as const; // prettier-ignore
const two = { asset: 'storage', assetName: 'B', gross: -100.1, customer: -15.02, owner: -85.08, efficiency: null, efficiencyDays: { known: 0, of: 10 }, cycles: 0.8 } as const; // prettier-ignore

test('what two batteries earned is added, ratios are told of each', () => {
  expect(storageTotals([one, { ...none, asset: 'pv', assetName: 'Roof' }, two])).toEqual({
    gross: 154.37,
    customer: 23.15,
    owner: 131.22,
    each: [
      { assetName: 'A', efficiency: 90.25, efficiencyDays: { known: 9, of: 10 }, cycles: 1.6 },
      { assetName: 'B', efficiency: null, efficiencyDays: { known: 0, of: 10 }, cycles: 0.8 },
    ],
  });
});

test('without a battery nothing is known of one', () => {
  expect(storageTotals([{ ...none, asset: 'pv', assetName: 'Roof' }])).toEqual({
    gross: null,
    customer: null,
    owner: null,
    each: [],
  });
});
