import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

/** Months of which the market price is known, and days of which the hours of the spot market are. */
const MONTHS = 14;
const DAYS = 7;

const dateIn = (days: number): string => utcDate(Date.now() + days * DAY_MS);
const milli = (price: number): number => Math.round(price * 1000) / 1000;

/**
 * Enters the scheme by which the office would buy on the market, to compare with what it pays: market prices, hours of the
 * spot market and the fees that come with it. No agreement is under it, so no bill changes.
 */
export async function enterMarket(desk: Desk, design: PlantDesign, consumerId: number): Promise<void> {
  const planId = await desk.ensure(
    'price/priceScheme',
    { consumerId, schemeName: '市场化代理购电' },
    {
      schemeType: '3',
      linkedShare: 70,
      price1: 1.1612,
      price2: 0.9287,
      price3: 0.5958,
      price4: 0.2791,
      basicCharge: '2',
      demandPrice: 36,
      factorStandard: '90',
    },
  );
  const now = new Date();
  for (let back = MONTHS; back >= 0; back--) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back));
    await desk.ensure(
      'price/priceMarket',
      { planId, month: utcDate(month.getTime()) },
      { consumerId, linkPrice: milli(0.452 + 0.031 * Math.sin(month.getUTCMonth() * 1.3)) },
    );
  }
  for (let back = DAYS; back > 0; back--)
    for (const [curve, more] of [
      ['1', 0],
      ['2', 0.012],
    ] as const)
      await desk.ensure(
        'price/priceCurve',
        { planId, day: dateIn(-back), curve },
        { consumerId, ...hoursOf((hour) => milli(spotPrice(hour, back) + more)) },
      );
  for (const [feeName, feePrice] of [
    ['农网还贷基金', 0.02],
    ['可再生能源附加', 0.019],
  ] as const)
    await desk.ensure(
      'price/priceParameter',
      { consumerId, feeName, validFrom: '2020-01-01' },
      { planId, feeKind: '1', feePrice },
    );
  // The account of before, when one transformer stood still for two months.
  await desk.ensure(
    'price/priceStop',
    { consumerId, measureAccount: `${design.code}-0`, beginDt: '2019-03-01' },
    { stoppedCapacity: 20_000, endDt: '2019-04-30' },
  );
}

/** Low at noon by the sun, high in the evening, yuan for a kWh. */
const spotPrice = (hour: number, day: number): number =>
  0.43 + 0.12 * Math.sin(((hour - 13) * Math.PI) / 9) + 0.02 * Math.sin(day * 2.1 + hour);

const hoursOf = (price: (hour: number) => number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: 24 }, (_hour, hour) => [`h${hour}`, price(hour)]));
