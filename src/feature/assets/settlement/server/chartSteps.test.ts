import { expect, test } from 'vitest';
import type { SettlementRule } from '#domain/demand/settlement.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { dailySteps, monthlySteps } from './chart.ts';
import { monthsIn, rangeOf } from './range.ts';

const zone = zoneOf('Asia/Shanghai');
const at = (text: string): number => Date.parse(`${text}+08:00`);
const LATER = at('2026-12-01T00:00:00');

/** The steps of dates. */
const stepsOf = (of: typeof dailySteps, fromDt: string, toDt: string, rule: SettlementRule, now = LATER) => {
  const range = rangeOf(zone, { fromDt, toDt }, now);
  return { range, steps: of(zone, range, monthsIn(zone, rule, range, now), now) };
};

test.each([
  [{ day: 1, hour: 0 }, ['2026-01-15 – 01-31', '2026-02', '2026-03', '2026-04', '2026-05-01 – 05-20']],
  [{ day: 26, hour: 0 }, ['2026-01-15 – 01-25', '2026-02', '2026-03', '2026-04', '2026-04-26 – 05-20']],
  [{ day: 21, hour: 0 }, ['2026-01-15 – 01-20', '2026-02', '2026-03', '2026-04', '2026-05']],
] as const)('months settled on %j and what is no whole one are all of the time', (rule, labels) => {
  const { range, steps } = stepsOf(monthlySteps, '2026-01-15', '2026-05-20', rule);
  expect(steps.map(({ label }) => label)).toEqual(labels);
  expect([steps[0]?.from, steps.at(-1)?.to]).toEqual([range.from, range.to]);
  for (const [i, step] of steps.entries()) if (i > 0) expect(step.from).toBe(steps[i - 1]?.to);
  // Demand is of whole months alone.
  expect(steps.flatMap(({ months }) => months).map(({ month }) => month)).toEqual(labels.filter((one) => one.length === 7)); // prettier-ignore
});

test('the running month is a whole one so far', () => {
  const now = at('2026-05-20T13:00:00');
  const { steps } = stepsOf(monthlySteps, '2026-03-01', '2026-05-20', { day: 1, hour: 0 }, now);
  expect(steps.map(({ label }) => label)).toEqual(['2026-03', '2026-04', '2026-05']);
});

test('by day the demand of each month is in one bar: its last day, or the newest', () => {
  for (const hour of [0, 8]) {
    const now = at('2026-05-20T13:00:00');
    const { steps } = stepsOf(dailySteps, '2026-04-01', '2026-05-20', { day: 1, hour }, now);
    const found = steps.flatMap(({ label, months }) => months.map(({ month }) => [label, month]));
    expect(found).toEqual([
      [hour === 0 ? '2026-04-30' : '2026-05-01', '2026-04'],
      ['2026-05-20', '2026-05'],
    ]);
  }
  // It ends some hours after the last day.
  const { steps } = stepsOf(dailySteps, '2026-04-01', '2026-04-30', { day: 1, hour: 8 });
  expect(steps.at(-1)?.months.map(({ month }) => month)).toEqual(['2026-04']);
});
