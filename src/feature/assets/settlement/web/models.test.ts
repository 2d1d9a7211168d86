import { expect, it } from 'vitest';
import type { RevenueBar, RevenueChart } from '../contract.ts';
import { eventModel, revenueModel } from './models.ts';

const bar = (label: string, to: number, values: RevenueBar['values'], net: number): RevenueBar => ({
  label,
  from: to - 1,
  to,
  values,
  income: Math.max(0, net),
  cost: Math.max(0, -net),
  net,
  coverage: 100,
  doubtful: false,
});

const chart: RevenueChart = {
  siteId: 1,
  step: 'day',
  types: [
    { code: 'discharging', name: 'Discharging', kind: 'income' },
    { code: 'feedIn', name: 'Fed in', kind: 'income' },
    { code: 'charging', name: 'Charging', kind: 'cost' },
  ],
  bars: [bar('2026-11-01', 10, [300, null, -100], 200), bar('2026-11-02', 20, [null, null, null], 0)],
  total: {} as RevenueChart['total'],
};

it('bars are 40 wide at most, costs below zero, the net as a line', () => {
  const model = revenueModel(chart, { name: 'Chart', net: 'Net' }, 15);
  expect(model.barWidth).toBe(40);
  // A type of which nothing is known has no series; a day of which nothing is known has no net.
  expect(model.series.map(({ key, kind, values, unfinished }) => [key, kind, values, unfinished])).toEqual([
    ['discharging', 'bar', [300, null], [1]],
    ['charging', 'bar', [-100, null], [1]],
    ['net', 'line', [200, null], undefined],
  ]);
  expect(model.x.names).toEqual(['2026-11-01', '2026-11-02']);
});

it('events run up to the net so far', () => {
  const event = {
    eventName: 'Sharp Discharging',
    eventTime: '2026-11-01 09:00:00',
    at: 0,
    end: 1,
    type: 'discharging' as const,
    period: 1,
    assetId: 1,
    assetName: 'Battery',
    quantity: 10,
    amountValue: 12,
    netIncome: 12,
  };
  const model = eventModel([event, { ...event, netIncome: 24 }], { name: 'Net', net: 'Net' });
  expect(model.series[0]?.values).toEqual([12, 24]);
  expect(model.x.names[0]).toBe('2026-11-01 09:00 Sharp Discharging');
});
