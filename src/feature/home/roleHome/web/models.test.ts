import { describe, expect, test } from 'vitest';
import type { DemandMonth } from '#feature/money/demand/contract.ts';
import type { DayQuery } from '#feature/meters/subject/contract.ts';
import type { Attention, AttentionList, DayCost, Money } from '../contract.ts';
import type { UnitMonth } from '#feature/statistics/energyStatistics/contract.ts';
import { PLAIN } from '../domain/attention.ts';
import { linesOf } from './attention.ts';
import { moneyFigures, productFigure, type SayHome, type Wording } from './moneyFigures.ts';

const t: SayHome = (key, values) => [key, ...Object.values(values ?? {})].join(' ');
const say = ({ en }: { en: string }): string => en;
const words: Wording = { t, say, may: () => true };
const START = Date.parse('2018-07-14T16:00:00Z');
const question: DayQuery = {
  subject: {
    orgId: 1,
    dataAmmeterId: null,
    name: 'Works',
    kind: 'consumer',
    consumerId: 1,
    timeZone: 'Asia/Shanghai',
    dataType: '1',
    unit: 'kWh',
    dataTypes: ['1'],
    meters: [],
    neverHeard: [],
    reason: 'top',
  },
  date: '2018-07-15',
  current: true,
  until: START + 36_000_000,
  now: START + 36_100_000,
};
const figure = (value: number | null, change: number | null = null) => ({
  value,
  before: 1,
  change,
  why: change === null ? ('price' as const) : null,
  trend: [1, value],
});
const day: DayCost = {
  cost: figure(303_647.45, 0.007),
  price: figure(0.478185, -0.001),
  unpriced: 0,
  coverage: 98,
  flags: ['measured'],
};
const month: DemandMonth = {
  month: '2018-07',
  from: START,
  to: START + 1,
  unfinished: true,
  maximum: { value: 60_984, from: START + 24_300_000, to: START + 25_200_000, proven: false },
  measured: null,
  atLeast: false,
  block: null,
  method: 'block',
  slip: 15,
  account: null,
  coverage: 99,
  partial: false,
  flags: [],
};
const limit = { kind: 'own', value: 62_000, unit: 'kW', name: 'House' } as const;
const demand = { month, unit: 'kW', limit, share: 60_984 / 62_000 };
const money = (more: Partial<Money> = {}): Money => ({ ...question, day, demand, products: [], ...more });

describe('figures of money', () => {
  test('cost, price and demand say value, comparison, coverage and their page', () => {
    const [cost, price, peak] = moneyFigures(money(), true, words);
    expect(cost).toMatchObject({
      label: 'costNow',
      value: '303,647.45',
      quality: 'estimated',
      coverage: 0.98,
      comparison: { label: 'sameTimeYesterday', value: '+0.7%' },
      goal: {
        to: '/SDNPowerAdmin/SDNCoulometryChargeAnalysis',
        search: { org: 1, mode: 'day', date: '2018-07-15' },
      },
    });
    expect(price).toMatchObject({ value: '0.4782', unit: 'CNY/kWh', comparison: { value: '−0.1%' } });
    expect(peak).toMatchObject({
      label: 'demandNow 2018-07',
      value: '60,984',
      unit: 'kW',
      comparison: { label: 'limit_own 62,000', value: '98%' },
      share: demand.share,
    });
    expect(peak?.full).toContain('window 06:45 07:00 blocks');
  });

  test('a demand leads to the days of its settlement month, up to today', () => {
    const [from, to] = ['2018-06-24T16:00:00Z', '2018-07-24T16:00:00Z'].map((text) => Date.parse(text));
    const settled = { ...month, from: from ?? 0, to: to ?? 0 };
    const goalOf = (more: Partial<Money>) =>
      moneyFigures(money({ demand: { ...demand, month: settled }, ...more }), true, words)[2]?.goal;
    const search = { org: 1, interval: '301', begin: '2018-06-25' };
    expect(goalOf({})).toEqual({
      to: '/SDNPowerAdmin/SDNDemandAnalysis',
      search: { ...search, end: '2018-07-15' },
    });
    expect(goalOf({ now: settled.to + 1 })).toMatchObject({ search: { ...search, end: '2018-07-24' } });
    expect(goalOf({ demand: { ...demand, month: null } })).toMatchObject({
      search: { begin: '2018-07-15', end: '2018-07-15' },
    });
  });

  test('a past day that is fully known is no estimate', () => {
    const [cost] = moneyFigures(money({ current: false, day: { ...day, coverage: 100 } }), true, words);
    expect(cost).not.toHaveProperty('quality');
    expect(cost?.label).toBe('costPast');
  });

  test('without a price nothing is 0: it says so and leads to the agreements', () => {
    const none = { ...day, cost: figure(null), price: figure(null), unpriced: 900 };
    const [cost, price] = moneyFigures(money({ day: none }), true, words);
    expect(cost).toMatchObject({
      value: '--',
      remedy: { text: 'noPrice', goal: { to: '/SDNPowerPrice/Agreement' } },
    });
    expect(cost).not.toHaveProperty('quality');
    expect(price).toMatchObject({ value: '--', coverage: null });
    const [reader] = moneyFigures(money({ day: none }), true, { ...words, may: () => false });
    expect(reader).toMatchObject({ comparison: { label: 'noPrice', value: '' } });
    expect(reader).not.toHaveProperty('remedy');
  });

  test('of a day without data nothing is said of prices', () => {
    const none = { ...day, cost: figure(null), price: figure(null), unpriced: 0, coverage: 0 };
    const [cost] = moneyFigures(money({ day: none }), true, words);
    expect(cost).toMatchObject({ value: '--', comparison: { value: '--' } });
    expect(cost).not.toHaveProperty('remedy');
    expect(cost?.full).toContain('No data for this period');
  });

  test('a price for a part alone makes the cost at least what it says', () => {
    const [cost] = moneyFigures(money({ day: { ...day, unpriced: 192 } }), true, words);
    expect(cost).toMatchObject({ label: 'atLeast costNow', remedy: { text: 'unpricedShort 192.0 kWh' } });
    expect(cost?.full).toContain('unpriced 192.0 kWh');
  });

  test('without a limit there is no bar, and a way to enter one; what was not measured is at least', () => {
    const [, , peak] = moneyFigures(money({ demand: { ...demand, limit: null, share: null } }), true, words);
    expect(peak).toMatchObject({ remedy: { text: 'noLimit', goal: { to: '/SDNPowerPrice/DemandLimit' } } });
    expect(peak).not.toHaveProperty('share');
    const least = { ...demand, month: { ...month, atLeast: true } };
    expect(moneyFigures(money({ demand: least }), true, words)[2]?.label).toBe('atLeast demandNow 2018-07');
  });

  test('what is no electricity has no money', () => {
    expect(moneyFigures(money({ day: null, demand: null }), true, words)).toEqual([]);
  });

  test('a product has its norm, or the way to its output or norm', () => {
    const product: UnitMonth = {
      unitConfigId: 4, name: 'Steel', product: 'Billets', unit: 'kWh/t', value: 421.66, before: 430.2, norm: 430,
      verdict: null, made: 12_000, productUnit: 't', entered: true, enteredTo: '2018-07-14', coverage: 96, flags: [],
    }; // prettier-ignore
    const reported = (more: Partial<UnitMonth>) => productFigure({ ...product, ...more }, question, words);
    expect(reported({})).toMatchObject({
      value: '421.7',
      coverage: 0.96,
      comparison: { label: 'norm 430', value: '98%' },
      goal: { search: { items: '4', begin: '2018-07-01' } },
    });
    expect(reported({}).full).toContain('madeTo 2018-07-14');
    expect(reported({ value: null, made: null })).toMatchObject({
      value: '--',
      comparison: { label: 'monthBefore', value: '430.2' },
      remedy: { text: 'noOutput', goal: { to: '/SDNPowerAdmin/SDNCostBenefitInput' } },
    });
    expect(reported({ norm: null })).toMatchObject({ value: '421.7', remedy: { text: 'noNorm' } });
    expect(reported({ norm: null })).not.toHaveProperty('share');
  });
});

describe('what is worth attention', () => {
  const list = (...items: readonly Attention[]): AttentionList => ({
    ...question,
    list: items,
    count: items.length,
    priced: true,
  });
  const linesAs = (may: (code: string) => boolean, ...items: readonly Attention[]) =>
    linesOf(list(...items), { t, say, may });
  const invoice: Attention = {
    ...PLAIN,
    kind: 'invoice',
    name: 'Works',
    account: 'A-1',
    month: '2018-06',
    value: 68_242.45,
    detail: { zh: '', en: 'Flat energy +20,845.45' },
    amount: 68_242.45,
    of: 'over',
    why: null,
  };
  const silent: Attention = {
    ...PLAIN,
    kind: 'offline',
    name: 'Pump',
    dataAmmeterId: 7,
    at: START,
    energy: 12,
    why: 'price',
  };

  test('an invoice says how much too much, why, and leads to its bill', () => {
    expect(linesAs(() => true, invoice)[0]).toMatchObject({
      title: 'invoiceOver 2018-06',
      evidence: 'Flat energy +20,845.45 • A-1',
      amount: '68,242.45',
      meaning: 'of_over',
      why: undefined,
      actions: [
        {
          text: 'doReconcile',
          goal: { to: '/SDNPowerAudit/SDNPowerBill', search: { account: 'A-1', month: '2018-06' } },
        },
        { text: 'doInvoices' },
      ],
    });
  });

  test('a silent meter is named with its page; without an amount it says why', () => {
    expect(linesAs(() => true, silent)[0]).toMatchObject({
      name: { text: 'Pump', goal: { to: '/Meter/7' } },
      title: 'noticeOffline',
      evidence: 'lastAt 00:00 • sameHours 12.0 kWh',
      amount: '--',
      meaning: 'notPriced',
      why: 'why_price',
    });
  });

  test('a demand is told with its limit', () => {
    const over: Attention = { ...PLAIN, kind: 'demand', name: 'Works', value: 60_984, limit, at: START, amount: 34.56, of: 'perKw', why: null }; // prettier-ignore
    expect(linesAs(() => true, over)[0]).toMatchObject({
      title: 'demand 00:00 60,984',
      evidence: 'demandShare limit_own 62,000 kW 98%',
      amount: '34.56',
      meaning: 'of_perKw',
    });
    const [lead] = linesAs(() => true, { ...over, at: START - 86_400_000 })[0]?.actions ?? [];
    expect(lead?.goal.search).toEqual({ org: 1, interval: '115', begin: '2018-07-14', end: '2018-07-14' });
  });

  test('a line leads to the date or the month that it is about', () => {
    const searchOf = (kind: 'partsExceed' | 'powerFactor') => {
      const [line] = linesAs(() => true, { ...PLAIN, kind, name: 'Works', value: 12 });
      return line?.actions.at(-1)?.goal.search;
    };
    const today = { org: 1, interval: '301', begin: '2018-07-15', end: '2018-07-15' };
    expect(searchOf('partsExceed')).toEqual(today);
    expect(searchOf('powerFactor')).toEqual({ ...today, by: '103', begin: '2018-07-01' });
  });

  test('alarms that nobody has confirmed lead to the monitor', () => {
    const alarms: Attention = { ...PLAIN, kind: 'alarm', name: 'Works', value: 7, at: START, detail: { zh: '', en: '2 urgent, 9 open in all' } }; // prettier-ignore
    expect(linesAs(() => true, alarms)[0]).toMatchObject({
      status: 'alarm',
      name: null,
      title: 'alarmsWait 7',
      evidence: '2 urgent, 9 open in all • alarmNewest 00:00',
      actions: [{ text: 'doAlarms', goal: { to: '/SDNAlertConfig/SDNRTAlertMonitor' } }],
    });
  });

  test('what a reader may not open is not offered', () => {
    const mayOnly = (code: string): boolean => code === 'SDNMonitoring.MeterRepair';
    expect(linesAs(mayOnly, silent)[0]?.actions.map(({ text }) => text)).toEqual(['doRepair']);
    expect(linesAs(() => false, invoice)[0]?.actions).toEqual([]);
  });
});
