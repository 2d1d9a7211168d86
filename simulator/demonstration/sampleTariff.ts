import type { Desk } from './desk.ts';

const SHARP_MONTHS = [7, 8, 9];

/** Begin of each segment of a day and its tariff period: 1 sharp, 2 peak, 3 flat, 4 valley. */
const segments = (...parts: readonly (readonly [begin: string, period: number])[]) =>
  parts.map(([begin, period], i) => ({ begin, end: parts[i + 1]?.[0] ?? '24:00', period }));

const plain = segments(['00:00', 4], ['08:00', 3], ['10:00', 2], ['12:00', 3], ['14:00', 2], ['19:00', 3]);
const sharp = segments(
  ['00:00', 4],
  ['08:00', 3],
  ['10:00', 2],
  ['11:00', 1],
  ['12:00', 3],
  ['14:00', 2],
  ['15:00', 1],
  ['17:00', 2],
  ['19:00', 3],
);

/** Bills the sample year by Guangdong's periods and ratios (1.7 × 1.25, 1.7, 1, 0.38 of the flat price), in two parts. */
export async function enterSampleTariff(desk: Desk, consumerId: number): Promise<void> {
  await desk.ensure(
    'archive/timezone',
    { consumerId, timezoneName: '广东分时' },
    {
      validFrom: '2018-01-01',
      rules: { rules: [{ segments: plain }, { months: SHARP_MONTHS, segments: sharp }] },
    },
  );
  const planId = await desk.ensure(
    'price/priceScheme',
    { consumerId, schemeName: '广东大工业' },
    {
      price1: 1.38125,
      price2: 1.105,
      price3: 0.65,
      price4: 0.247,
      basicCharge: '2',
      demandPrice: 32,
      factorStandard: '90',
    },
  );
  await desk.ensure(
    'price/priceAgreement',
    { consumerId, measureAccount: '2018-001' },
    { orgId: consumerId, planId, beginDt: '2018-01-01' },
  );
}
