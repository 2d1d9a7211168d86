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

test('PV tells the carbon dioxide that the grid did not emit for it, by which factor', () => {
  const carbon = { amount: 111.72, factor: 0.5586, source: 'MEE 2024', of: 'SC' };
  const plant = { plantId: 1, name: 'Roof', ammeterId: 12, power: { value: null, at: null }, ratedPower: 100, irradiance: null, temperature: null }; // prettier-ignore
  const energies = { ...sampleOverview().energies, pv: 200, selfUsed: 150 };
  const [pv] = figuresOf(sampleOverview({ plants: [plant], energies, carbon }), null, say);
  expect(pv?.comparison).toEqual({ label: 'selfUsed', value: '150.0 • avoided 111.7 kg', title: 'avoidedBy 0.5586 MEE 2024' }); // prettier-ignore
  const [without] = figuresOf(sampleOverview({ plants: [plant], energies }), null, say);
  expect(without?.comparison).toEqual({ label: 'selfUsed', value: '150.0 • avoided --' });
});

test('a battery that is out of use now has its figure of a day on which it ran', () => {
  const overview = sampleOverview({ stations: [] });
  expect(keys(overview, null, say)).toContain('battery');
  const never = { ...overview.energies, charged: null, discharged: null };
  expect(keys({ ...overview, energies: never }, null, say)).not.toContain('battery');
});
