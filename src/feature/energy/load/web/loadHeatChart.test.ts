import { expect, test } from 'vitest';
import { bucketBounds } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { LoadQuarters } from '../contract.ts';
import { loadHeatChart } from './loadHeatChart.ts';

/** Whole days from a date on, each quarter with a power. */
function answer(
  timeZone: string,
  from: number,
  to: number,
  power: (i: number) => number | null,
): LoadQuarters {
  return {
    begin: '',
    end: '',
    from,
    to,
    until: to,
    timeZone,
    unit: 'kW',
    power: Array.from({ length: (to - from) / QUARTER_MS }, (_, i) => power(i)),
    hourly: [],
  };
}

const day = (timeZone: string, noon: string): [from: number, to: number] => {
  const [from = 0, to = 0] = bucketBounds(zoneOf(timeZone), 3, Date.parse(noon), Date.parse(noon) + 1);
  return [from, to];
};
const english = ({ en }: { en: string }): string => en;
const NEW_YORK = 'America/New_York';

test('a year of quarters is 96 rows by its days, a leap year one more', () => {
  for (const [year, days] of [
    [2023, 365],
    [2024, 366],
  ] as const) {
    const zone = 'Asia/Shanghai';
    const chart = loadHeatChart(
      answer(zone, Date.UTC(year, 0, 1) - 8 * 3_600_000, Date.UTC(year + 1, 0, 1) - 8 * 3_600_000, () => 1),
      english,
    );
    expect([chart.columns.length, chart.rows.length, chart.cells.length]).toEqual([days, 96, days * 96]);
    expect([chart.columns[0], chart.columns.at(-1)]).toEqual([`${year}-01-01`, `${year}-12-31`]);
    expect(chart.columnTicks.map(({ text }) => text)).toHaveLength(12);
    expect([chart.rows[0], chart.rows[95]]).toEqual(['00:00', '23:45']);
  }
});

test('clocks put forward: 92 quarters at their own times, the hour that is left out is no gap', () => {
  const [from, to] = day(NEW_YORK, '2024-03-10T16:00:00Z');
  const chart = loadHeatChart(answer(NEW_YORK, from, to, (i) => i), english); // prettier-ignore
  expect((to - from) / QUARTER_MS).toBe(92);
  expect(chart.cells).toHaveLength(96);
  expect(chart.cells.filter(({ absent }) => absent).map(({ y }) => chart.rows[y])).toEqual(['02:00', '02:15', '02:30', '02:45']); // prettier-ignore
  expect(chart.cells.find(({ y }) => chart.rows[y] === '03:00')?.value).toBe(8);
  expect(chart.cells.find(({ y }) => chart.rows[y] === '23:45')?.value).toBe(91);
  expect(chart.table.rows[0]?.cells[0]).toBe('92 / 92');
});

test('clocks put back: 100 quarters, what comes twice shows the higher and says both', () => {
  const [from, to] = day(NEW_YORK, '2024-11-03T16:00:00Z');
  const chart = loadHeatChart(answer(NEW_YORK, from, to, (i) => (i === 8 ? null : i)), english); // prettier-ignore
  expect((to - from) / QUARTER_MS).toBe(100);
  const cell = (time: string) => chart.cells.find(({ y }) => chart.rows[y] === time);
  expect(cell('01:15')).toMatchObject({ value: 9, note: expect.stringContaining('5.0 / 9.0') as string });
  // The second time was not measured.
  expect(cell('01:00')).toMatchObject({ value: 4, note: expect.stringContaining('4.0 / --') as string });
  expect(cell('23:45')?.value).toBe(99);
  expect(chart.table.rows[0]?.cells).toEqual(['99 / 100', 99, '23:45', 0, '00:00']);
});

test('gaps are gaps, zero is zero, what is given back is below it, and what is to come is not there', () => {
  const [from, to] = day('Asia/Shanghai', '2024-05-01T04:00:00Z');
  const whole = answer('Asia/Shanghai', from, to, (i) => (i === 0 ? null : i === 1 ? 0 : i === 2 ? -40 : 10));
  const chart = loadHeatChart({ ...whole, until: from + 48 * QUARTER_MS, hourly: [[4, 8]] }, english);
  expect(chart.cells.slice(0, 4).map(({ value }) => value)).toEqual([null, 0, -40, 10]);
  expect(chart.cells).toHaveLength(48);
  expect(chart.cells.filter(({ note }) => note).map(({ y }) => y)).toEqual([4, 5, 6, 7]);
});

test('nothing is known: every quarter is a gap, and the table says so', () => {
  const [from, to] = day('Asia/Shanghai', '2024-05-01T04:00:00Z');
  const chart = loadHeatChart(answer('Asia/Shanghai', from, to, () => null), english); // prettier-ignore
  expect(chart.cells.every(({ value }) => value === null)).toBe(true);
  expect(chart.gap).toBe('Not measured in quarters');
  expect(chart.table.rows[0]?.cells).toEqual(['0 / 96', null, '--', null, '--']);
});
