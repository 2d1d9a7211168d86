import { expect, test } from 'vitest';
import { type DayWords, powerModel, socModel } from './models.ts';
import { sampleOverview, sampleStation } from './sampleOverview.ts';

const words: DayWords = { name: 'Day', soc: 'SOC', upper: 'upper', lower: 'lower', pv: 'PV', battery: 'Battery', grid: 'Grid', load: 'Load', planOf: (version) => `Plan v${version}` }; // prettier-ignore

test('the limits of two batteries are those of both together, by what they hold', () => {
  const limitsOf = (stations: Parameters<typeof sampleOverview>[0]) => socModel(sampleOverview(stations), words).limits; // prettier-ignore
  const [one, two] = [sampleStation({ ratedEnergy: 100 }), sampleStation({ ratedEnergy: 300, socMin: 20, socMax: 80 })]; // prettier-ignore
  expect(limitsOf({ stations: [one, two] })).toEqual([
    { value: 82.5, label: 'upper 82.5%' },
    { value: 17.5, label: 'lower 17.5%' },
  ]);
  expect(limitsOf({ stations: [one] })?.map(({ value }) => value)).toEqual([90, 10]);
  expect(limitsOf({ stations: [] })).toBeUndefined();
});

test('the plan stands dashed beside what was done; without a plan nothing does', () => {
  const overview = sampleOverview();
  const values = overview.curve.ts.map(() => -40);
  const plan = { power: values, soc: values.map(() => 63), version: 2 };
  const [done, planned] = socModel(overview, words, plan).series;
  expect(planned).toEqual({ key: 'plan', label: 'Plan v2', kind: 'line', color: done?.color, values: plan.soc, dashed: true }); // prettier-ignore
  expect(powerModel(overview, words, plan).series.map(({ key, kind }) => `${key} ${kind}`)).toEqual(['battery bar', 'plan step', 'grid line', 'load line']); // prettier-ignore
  expect(socModel(overview, words).series).toHaveLength(1);
  expect(powerModel(overview, words).series.map(({ key }) => key)).not.toContain('plan');
});
