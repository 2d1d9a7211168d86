import { expect, test } from 'vitest';
import type { PeriodRules } from '#contract/periodRule.ts';
import { NOON } from '#test/build/noon.ts';
import { GUANGDONG } from '../calendar/preset.ts';
import { dayOfDate } from '../time/date.ts';
import { type DatedRules, unpricedDeepValley } from './deepValley.ts';
import { type PriceRows, pricesOn } from './pricesOver.ts';

const SITE = 7;
const CONSUMER = 1;
const plain = { price1: '1.2', price2: '1', price3: '0.6', price4: '0.25', reversePrice: null };
const rows = (
  more: Partial<PriceRows> & { price5?: string; orgId?: number; beginDt?: string; endDt?: string | null },
): PriceRows => {
  const { price5 = null, orgId = CONSUMER, beginDt = '2024-01-01', endDt = null, ...given } = more;
  return {
    schemes: [{ id: 1, schemeName: 'large', schemeType: '1', ...plain, price5 }],
    versions: [],
    markets: [],
    curves: [],
    agreements: [{ id: 1, measureAccount: 'A', orgId, planId: 1, beginDt, endDt }],
    ...given,
  };
};
const version = (validFrom: string, price5: string | null) => ({ id: 9, planId: 1, validFrom, ...plain, price4: '0.2', price5 }); // prettier-ignore
const calendar = (validFrom: string, rules: PeriodRules, siteIdList: readonly number[] | null = null): DatedRules => ({ validFrom, rules, siteIdList }); // prettier-ignore
const named = [calendar('2024-03-01', NOON)];
const since = (given: PriceRows, calendars: readonly DatedRules[]): number | undefined =>
  unpricedDeepValley(given, calendars)?.day;

test('is missed from the first day on which a calendar names it and an agreement holds', () => {
  expect(unpricedDeepValley(rows({}), named)).toEqual({ schemeName: 'large', day: dayOfDate('2024-03-01') });
  expect(since(rows({ beginDt: '2024-05-01' }), named)).toBe(dayOfDate('2024-05-01'));
  expect(since(rows({ endDt: '2024-02-29' }), named)).toBeUndefined();
  expect(since(rows({ price5: '0.1' }), named)).toBeUndefined();
  expect(since(rows({}), [calendar('2024-03-01', GUANGDONG)])).toBeUndefined();
  expect(since(rows({ agreements: [] }), named)).toBeUndefined();
  // Named before the agreement began, and no longer.
  expect(
    since(rows({ beginDt: '2024-06-01' }), [...named, calendar('2024-05-01', GUANGDONG)]),
  ).toBeUndefined();
  expect(since(rows({ beginDt: '2024-06-01' }), [...named, calendar('2024-07-01', GUANGDONG)])).toBe(
    dayOfDate('2024-06-01'),
  );
});

test('a version says it for its days, and a blank in the next means as before', () => {
  expect(since(rows({ versions: [version('2024-04-01', '0.1')] }), named)).toBe(dayOfDate('2024-03-01'));
  expect(since(rows({ versions: [version('2024-02-01', '0.1')] }), named)).toBeUndefined();
  const blank = rows({ versions: [version('2024-02-01', '0.1'), version('2024-06-01', null)] });
  expect(since(blank, named)).toBeUndefined();
  const [scheme] = blank.schemes;
  if (!scheme) throw new Error('No scheme');
  const price = (date: string): bigint => pricesOn(blank, scheme, dayOfDate(date)).prices.energy[5];
  // Before any price is said it costs what the valley does: never nothing.
  expect(['2024-01-15', '2024-02-15', '2024-06-15'].map(price)).toEqual([250_000n, 100_000n, 100_000n]);
  expect(pricesOn(rows({ price5: '0' }), { ...scheme, price5: '0' }, 0).prices.energy[5]).toBe(0n);
});

test('a site with its own calendar is asked by that alone', () => {
  const own = [...named, calendar('2024-01-01', GUANGDONG, [SITE])];
  expect(since(rows({ orgId: SITE }), own)).toBeUndefined();
  expect(since(rows({ orgId: 8 }), own)).toBe(dayOfDate('2024-03-01'));
  expect(since(rows({}), own)).toBe(dayOfDate('2024-03-01'));
  // Its own that ended follows the enterprise again.
  expect(since(rows({ orgId: SITE }), [...own, calendar('2024-02-01', { rules: [] }, [SITE])])).toBe(
    dayOfDate('2024-03-01'),
  );
  expect(since(rows({}), [calendar('2024-04-01', NOON, [SITE, 8])])).toBe(dayOfDate('2024-04-01'));
});
