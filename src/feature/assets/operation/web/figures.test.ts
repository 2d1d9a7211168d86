import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import { sampleOverview } from './sampleOverview.ts';

const say: Parameters<typeof figuresOf>[2] = (key, values) => [key, ...Object.values(values ?? {})].join(' ');
const total = { sessions: 41, energy: 991.2, serviceFee: 396.3 };
const keys = (...given: Parameters<typeof figuresOf>) => figuresOf(...given).map(({ key }) => key);

test('chargers have their figure of the day, and six stand beside each other', () => {
  const overview = sampleOverview({ piles: { piles: 12, power: { value: 0, at: null } } });
  expect(keys(overview, { total, waiting: false }, say)).toEqual(['battery', 'piles', 'grid', 'net', 'peak']);
  const figures = figuresOf(overview, { total, waiting: false }, say);
  expect(figures[1]).toMatchObject({ value: '991.2', unit: 'kWh', waiting: false, comparison: { label: 'serviceFee', value: '396.30 • sessions 41' } }); // prettier-ignore
  // What the site used stays, below what it bought.
  expect(figures[2]?.comparison?.value).toBe('0.0 • todayLoad 1,425.0');
});

test('a site without chargers has none; what is not there yet keeps its place', () => {
  const overview = sampleOverview();
  expect(keys(overview, null, say)).toEqual(['battery', 'grid', 'load', 'net', 'peak']);
  const [, piles] = figuresOf(overview, { total: null, waiting: true }, say);
  expect(piles).toMatchObject({ key: 'piles', value: '--', waiting: true });
  expect(piles?.comparison).toBeUndefined();
});
