import { expect, it } from 'vitest';
import { FIGURE_CODE, type FigureBucket, figureReadings, type FigureSettings } from './figure.ts';
import { ruleOn, type RuleSettings } from './settings.ts';

const HOUR = 3_600_000;
const settings = (figure: Partial<FigureSettings>, onDelay = 0): RuleSettings => ({
  method: 'figure',
  code: null,
  limit: 100,
  deadBand: 5,
  onDelay,
  offDelay: 0,
  level: '2',
  params: {},
  objects: {},
  triggers: [],
  itemLimits: [],
  figure: { of: 'hourEnergy', side: 'above', minCoverage: 95, ...figure },
});
const object = { ammeterId: 1, siteId: null, stepMs: 900_000 };
const version = (validFrom: number, of: RuleSettings) => ({
  versionId: validFrom,
  validFrom,
  rule: ruleOn(of, object),
});
const hour = (n: number, energy: number | null, covered: number): FigureBucket => ({
  level: 2,
  start: n * HOUR,
  end: (n + 1) * HOUR,
  energy,
  covered,
});
const told = (versions: Parameters<typeof figureReadings>[0], buckets: FigureBucket[], now: number) =>
  figureReadings(versions, buckets, now).map(({ at, values }) => [at / HOUR, values[FIGURE_CODE]]);

it('a bucket speaks at its end, when it is over and was left to become whole', () => {
  const buckets = [hour(0, 120, 1), hour(1, 80, 0.97), hour(2, 70, 0.9), hour(3, null, 0)];
  expect(told([version(0, settings({}))], buckets, 4 * HOUR)).toEqual([
    [1, 120],
    [2, 80],
    [3, NaN],
    [4, NaN],
  ]);
  expect(told([version(0, settings({}, 600))], buckets, 2 * HOUR + 599_999)).toEqual([[1, 120]]);
  expect(told([version(0, settings({}, 600))], buckets, 2 * HOUR + 600_000)).toHaveLength(2);
});

it('a coverage is known where nothing else is', () => {
  const versions = [version(0, settings({ of: 'hourCoverage', side: 'below' }))];
  expect(told(versions, [hour(0, 1, 0.5), hour(1, null, 0)], 9 * HOUR)).toEqual([
    [1, 50],
    [2, 0],
  ]);
});

it('each bucket is judged by the version that holds at its end, of its own length', () => {
  const versions = [version(0, settings({})), version(1.5 * HOUR, settings({ of: 'dayEnergy' }))];
  const day: FigureBucket = { level: 3, start: 0, end: 24 * HOUR, energy: 2000, covered: 1 };
  expect(told(versions, [hour(0, 1, 1), hour(1, 2, 1), day], 30 * HOUR)).toEqual([
    [1, 1],
    [24, 2000],
  ]);
});

it('a rule on figures has its limit, its side and no delays between buckets', () => {
  const rule = ruleOn({ ...settings({ side: 'below' }, 60), params: { limit: 50 } }, object);
  expect(rule).toMatchObject({
    code: FIGURE_CODE,
    limits: [{ side: 'below', limit: 50, deadBand: 5 }],
    figure: { waitMs: 60_000 },
    times: { onDelayMs: 0, offDelayMs: 0, side: 'below' },
  });
});

it('a maximum demand that may be higher counts where it is beyond the limit already, and nowhere else', () => {
  const demand = (n: number, value: number | null, atLeast = false): FigureBucket => ({
    ...hour(n, 1, 0.1),
    demands: { hourDemand: value === null ? null : { value, atLeast } },
  });
  const buckets = [demand(0, 120), demand(1, 120, true), demand(2, 90, true), demand(3, 90), demand(4, null)];
  const above = [version(0, settings({ of: 'hourDemand' }))];
  expect(told(above, buckets, 9 * HOUR)).toEqual([
    [1, 120],
    [2, 120],
    [3, NaN],
    [4, 90],
    [5, NaN],
  ]);
  // What is at least 90 is perhaps not below 100.
  const below = [version(0, settings({ of: 'hourDemand', side: 'below' }))];
  expect(told(below, buckets, 9 * HOUR).map(([, value]) => value)).toEqual([120, NaN, NaN, 90, NaN]);
  // Not asked for is not known.
  expect(told(above, [hour(0, 1, 1)], 9 * HOUR)).toEqual([[1, NaN]]);
});
