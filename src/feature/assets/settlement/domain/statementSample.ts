import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { AssetSettlement, SettlementRow, SettlementStatement, SiteSettlement } from '../contract.ts';

const row = (type: SettlementRow['type'], quantity: number | null, amount: number): SettlementRow => ({
  key: `storage1 ${type}3 1000000`,
  type,
  asset: 'storage',
  assetId: 1,
  assetName: 'Battery',
  period: type === 'operation' ? 0 : 3,
  quantity,
  price: quantity === null ? null : 1,
  amount,
  ammeterId: quantity === null ? null : 9,
});

const battery = (rows: readonly SettlementRow[], net: number): AssetSettlement => ({
  asset: 'storage',
  assetId: 1,
  assetName: 'Battery',
  ammeterId: 9,
  rows,
  income: net,
  cost: 0,
  net,
  gross: net,
  customer: net / 2,
  owner: net / 2,
  customerShare: 50,
  charged: 50,
  discharged: 100,
  generated: null,
  selfUsed: null,
  fedIn: null,
  efficiency: 90,
  efficiencyDays: { known: 30, of: 31 },
  cycles: 1,
  coverage: 100,
  flags: [],
  demands: [],
  doubts: [],
  investment: null,
});

const site = (assets: readonly AssetSettlement[], net: number): SiteSettlement => ({
  siteId: 1,
  siteName: 'Works',
  consumerId: 1,
  timeZone: HOME_ZONE,
  from: Date.parse('2024-03-01T00:00:00+08:00'),
  to: Date.parse('2024-04-01T00:00:00+08:00'),
  unfinished: false,
  assets,
  income: net,
  cost: 0,
  net,
  coverage: 100,
});

const roof: AssetSettlement = {
  ...battery([{ ...row('pvSelfUse', 7, 7), key: 'pv2 pvSelfUse3 1000000', asset: 'pv', assetId: 2, assetName: 'Roof' }], 7), // prettier-ignore
  asset: 'pv',
  assetId: 2,
  assetName: 'Roof',
};

/** A month as it was kept: 100 discharged, 40 paid for charging. */
export const kept = site([battery([row('discharging', 100, 100), row('charging', 50, -40)], 60)], 60);

/** The same month now: more was discharged, a fee and a roof have come. */
export const now = site(
  [battery([row('discharging', 120, 120), row('charging', 50, -40), row('operation', null, 1.5)], 81.5), roof], // prettier-ignore
  88.5,
);

const different = (of: SettlementRow, issued: number | null, is: number) => ({ key: of.key, type: of.type, assetName: of.assetName, period: of.period, issued, now: is, difference: is - (issued ?? 0) }); // prettier-ignore

/** A statement of a month that was kept and would be another now, for tests. */
export const statement: SettlementStatement = {
  month: '2024-03',
  settlement: now,
  issued: {
    issuedAt: Date.parse('2024-04-02T09:00:00+08:00'),
    issuedBy: 'Li',
    net: 60,
    kept,
    amountsAlone: false,
    differences: [
      different(row('discharging', 120, 120), 100, 120),
      different(row('operation', null, 1.5), null, 1.5),
      ...roof.rows.map((one) => different(one, null, 7)),
    ],
    shares: [
      {
        key: 'storage1 gross',
        share: 'gross',
        assetName: 'Battery',
        issued: 60,
        now: 81.5,
        difference: 21.5,
      },
      { key: 'storage1 customer', share: 'customer', assetName: 'Battery', issued: 30, now: 40.75, difference: 10.75 }, // prettier-ignore
      {
        key: 'storage1 owner',
        share: 'owner',
        assetName: 'Battery',
        issued: 30,
        now: 40.75,
        difference: 10.75,
      },
    ],
    causes: [{ zh: '1 天的电量已变化', en: 'The energy of 1 day has changed' }],
    days: [],
  },
  consumerName: 'Enterprise',
  preparedBy: 'a',
  preparedAt: Date.parse('2024-05-01T09:00:00+08:00'),
};
