import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS as HOUR, QUARTER_MS as Q } from '#domain/time/duration.ts';
import { foldDirty, storeIntervals } from '#feature/meters/reading/server/public.ts';
import { withScope } from '#server/database/scope.ts';
import { buildMeters } from '#test/build/meter.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { periodOf } from '#domain/time/period.ts';
import { courseOf } from './course.ts';
import { figuresOf } from './figures.ts';
import { originOf } from './origin.ts';
import { powerOf } from './power.ts';
import {
  contextOf,
  dayContextOf,
  energyTreeOf,
  type SubjectParams,
} from '#feature/meters/subject/server/public.ts';
import { deviceTopOf, hourTopOf } from './ranking.ts';
import { stateOf } from '#feature/meters/dataState/server/public.ts';

const LATER = Date.parse('2026-01-01T00:00:00Z');
const at = (text: string): number => Date.parse(text);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Db = TestDatabase['db'];

/** Energies of quarters of an hour from `from` on, as stated spans. */
async function state(
  meterId: number,
  from: number,
  energies: readonly (number | null)[],
  source = 0,
): Promise<void> {
  const spans = energies.flatMap((value, i) =>
    value === null
      ? []
      : [{ meterId, start: from + i * Q, end: from + (i + 1) * Q, code: 'PP', value: String(value) }],
  );
  await storeIntervals(database.db, spans, source > 0 ? { source } : {});
}

const inScope = <T>(consumerId: number, ask: (trx: Db) => Promise<T>): Promise<T> =>
  withScope(database.app, [consumerId], ask);

const flat = (value: number, quarters: number): number[] => Array.from({ length: quarters }, () => value);

describe('a works of two supplies', () => {
  let consumerId = 0;
  let siteId = 0;
  let main = 0;
  let furnace = 0;
  let mill = 0;
  let sun = 0;
  const day = at('2024-05-14T16:00:00Z'); // 2024-05-15 in Shanghai
  const ask =
    (date: string, now = LATER, params: SubjectParams = { orgId: consumerId }) =>
    (trx: Db) =>
      dayContextOf(trx, { ...params, date }, now);

  beforeAll(async () => {
    const built = await buildMeters(database.db, { name: 'two supplies', meters: 4 });
    ({ consumerId, siteId } = built);
    [main = 0, furnace = 0, mill = 0, sun = 0] = built.meterIds;
    await sql`update ammeter set parent_id = ${main} where id = any(${[furnace, mill]}::integer[])`.execute(
      database.db,
    );
    // The day: 10.1 a quarter from the main, 6 and 3 of it below, 1 from the sun; the 40th quarter is the highest.
    await state(main, day, [...flat(10.1, 40), 30.25, ...flat(10.1, 55)]);
    await state(furnace, day, flat(6, 96));
    await state(mill, day, flat(3, 96));
    await state(sun, day, flat(1, 96));
    // The day before has half of it from the main, nothing from the sun in its second half.
    await state(main, day - 96 * Q, flat(5.05, 96));
    await state(sun, day - 96 * Q, flat(1, 48));
    // The same month last year and last month: one day each.
    await state(main, at('2023-05-14T16:00:00Z'), flat(2, 96));
    await state(sun, at('2023-05-14T16:00:00Z'), flat(1, 96));
    await state(main, at('2024-04-14T16:00:00Z'), flat(4, 96));
    await state(sun, at('2024-04-14T16:00:00Z'), flat(1, 96));
    await foldDirty(database.db);
  });

  test('energies of day, day before, month and year are exact, the main and the sun together', async () => {
    const figures = await inScope(consumerId, async (trx) => figuresOf(trx, await ask('2024-05-15')(trx)));
    expect(figures.subject.meters.map((meter) => meter.ammeterId)).toEqual([main, sun]);
    // 95 × 10.1 + 30.25 + 96 × 1
    expect(figures.day).toMatchObject({ value: 1085.75, coverage: 100, flags: ['measured'] });
    // 96 × 5.05 + 48 × 1: three quarters of the time of both meters.
    expect(figures.yesterday).toMatchObject({ value: 532.8, coverage: 75 });
    expect(figures.day.change).toBe(null);
    expect(figures.month.value).toBe(1618.55);
    // 1618.55 + 480 of April
    expect(figures.year.value).toBe(2098.55);
    expect(figures.month.before.value).toBe(480);
    expect(figures.month.yearOnYear.before.value).toBe(288);
    // One day of each month is known: 1618.55 against 288 would be +462 %.
    expect(figures.month).toMatchObject({ yearOnYear: { change: null, why: 'coverage' } });
    expect(figures.day.trend.slice(-2)).toEqual([532.8, 1085.75]);
  });

  test('the peak is that of the sum, with its instant', async () => {
    const { dayPeak, yearPeak } = await inScope(consumerId, async (trx) =>
      figuresOf(trx, await ask('2024-05-15')(trx)),
    );
    expect(dayPeak).toEqual({ demand: 125, energy: 31.25, from: day + 40 * Q, to: day + 41 * Q, proven: false, hiding: 0 }); // prettier-ignore
    // Of other days of the year one meter alone is known.
    expect(yearPeak).toMatchObject({ ...dayPeak, hiding: expect.any(Number) });
  });

  test('an unfinished day is compared up to the last quarter of an hour that has come', async () => {
    const figures = await inScope(consumerId, async (trx) => {
      const query = await ask('2024-05-15', day + 10 * HOUR + 7 * 60_000)(trx);
      // As if nothing of the rest had come yet.
      return figuresOf(trx, { ...query, until: day + 10 * HOUR });
    });
    // 40 × 11.1 against 40 × 6.05
    expect(figures.day.comparable).toMatchObject({ value: 444, to: day + 10 * HOUR });
    expect(figures.day.before).toMatchObject({ value: 242, to: day + 10 * HOUR - 96 * Q });
    expect(figures.day.change).toBe(0.834711);
  });

  test('hours beside those of the day before, the one that is not over marked', async () => {
    const course = await inScope(consumerId, async (trx) =>
      courseOf(trx, await ask('2024-05-15')(trx), 'day'),
    );
    expect(course.buckets).toHaveLength(24);
    expect(course.buckets[10]).toMatchObject({
      label: '10:00',
      value: 64.55,
      others: [24.2],
      unfinished: false,
    });
    // The second half of the day before lacks the sun: it is told, and told to be partial.
    expect(course.buckets[13]?.others).toEqual([20.2]);
    const before = await inScope(consumerId, async (trx) =>
      courseOf(trx, await ask('2024-05-14')(trx), 'day'),
    );
    expect(before.buckets[13]).toMatchObject({ value: 20.2, coverage: 50, flags: ['measured', 'partial'] });
    const running = await inScope(consumerId, async (trx) => {
      const query = await ask('2024-05-15', day + 10.5 * HOUR)(trx);
      return courseOf(trx, query, 'day');
    });
    expect(running.buckets.map((bucket) => bucket.unfinished).indexOf(true)).toBe(10);
  });

  test('the month by day beside last month and last year', async () => {
    const course = await inScope(consumerId, async (trx) =>
      courseOf(trx, await ask('2024-05-15')(trx), 'month'),
    );
    expect(course.buckets).toHaveLength(31);
    expect(course.buckets[14]).toMatchObject({ label: '05-15', value: 1085.75, others: [480, 288] });
    expect(course.buckets[15]).toMatchObject({ value: null, coverage: 0, others: [null, null] });
    const year = await inScope(consumerId, async (trx) =>
      courseOf(trx, await ask('2024-05-15')(trx), 'year'),
    );
    expect(year.buckets[4]).toMatchObject({ label: '2024-05', value: 1618.55, others: [288] });
  });

  test('devices are the ends of the tree, hours those of the sum', async () => {
    await inScope(consumerId, async (trx) => {
      const context = await contextOf(trx, { orgId: consumerId }, LATER);
      const range = periodOf(context.zone, 'day', '2024-05-15');
      const before = periodOf(context.zone, 'day', '2024-05-15', 1);
      const top = await deviceTopOf(trx, context, range, { own: range, before }, 'desc');
      expect(top.map((one) => [one.dataAmmeterId, one.pP, one.why])).toEqual([
        [furnace, 576, 'before'],
        [mill, 288, 'before'],
        // Of the sun half of the day before is known: 96 of 48 would be no doubling.
        [sun, 96, 'coverageBefore'],
      ]);
      const hours = await hourTopOf(trx, context, range, 'desc');
      expect(hours).toHaveLength(10);
      expect(hours.slice(0, 2).map((one) => [one.hour, one.pP])).toEqual([
        ['10:00', 64.55],
        ['00:00', 44.4],
      ]);
      expect((await hourTopOf(trx, context, range, 'asc'))[0]?.pP).toBe(44.4);
    });
  });

  test('the tree says what is not metered below, and is null where a part is', async () => {
    await inScope(consumerId, async (trx) => {
      const context = await contextOf(trx, { consumerId }, LATER);
      const { tree } = await energyTreeOf(trx, context, periodOf(context.zone, 'day', '2024-05-15'));
      expect(tree).toMatchObject({ orgName: 'two supplies', pP: 1085.75, level: 0 });
      expect(tree?.children.map((child) => [child.dataAmmeterId, child.pP, child.rest])).toEqual([
        [main, 989.75, 125.75],
        [sun, 96, null],
      ]);
      expect(tree?.children[0]?.children.map((child) => child.name)).toEqual(['Meter 2', 'Meter 3']);
      const earlier = await energyTreeOf(trx, context, periodOf(context.zone, 'day', '2024-05-14'));
      expect(earlier.tree?.children[0]).toMatchObject({ pP: 484.8, rest: null });
    });
  });

  test('what is odd: meters without data, and coverage of the parts', async () => {
    const reported = await inScope(consumerId, async (trx) => stateOf(trx, await ask('2024-05-14')(trx)));
    expect(reported.freshness).toEqual({ dataTo: day + 96 * Q, online: 0, meters: 4 });
    expect(reported.notices.map((notice) => [notice.kind, notice.dataAmmeterId, notice.value])).toEqual([
      ['lowCoverage', sun, 50],
    ]);
    expect(reported.neverHeard).toEqual([]);
    // The furnace and the mill were heard first on the day after: only then they can be missing.
    const later = await inScope(consumerId, async (trx) => stateOf(trx, await ask('2024-05-16')(trx)));
    expect(later.notices.map((notice) => [notice.kind, notice.dataAmmeterId])).toEqual(
      [main, furnace, mill, sun].map((id) => ['noData', id]),
    );
    expect(reported.coverage.map((row) => [row.name, row.percent, row.hours[0], row.hours[23]])).toEqual([
      ['Meter 1', 100, 100, 100],
      ['Meter 4', 50, 100, 0],
    ]);
  });

  test('a figure opens to its meters and buckets, a meter to the spans that came', async () => {
    await inScope(consumerId, async (trx) => {
      const context = await contextOf(trx, { orgId: consumerId }, LATER);
      const page = { current: 1, pageSize: 10 };
      const sum = await originOf(trx, context, 2, day + 10 * HOUR + 1, page);
      expect(sum).toMatchObject({
        value: 64.55,
        from: day + 10 * HOUR,
        to: day + 11 * HOUR,
        level: 2,
        meter: null,
      });
      expect(sum.meters.map((one) => [one.ammeterId, one.sign, one.value])).toEqual([
        [main, 1, 60.55],
        [sun, 1, 4],
      ]);
      expect(sum.parts.map((part) => part.value)).toEqual([31.25, 11.1, 11.1, 11.1]);
      const one = await contextOf(trx, { dataAmmeterId: main }, LATER);
      const meter = await originOf(trx, one, 2, day + 10 * HOUR, page);
      expect(meter.meter?.parts.map((part) => part.energy)).toEqual([30.25, 10.1, 10.1, 10.1]);
      expect(meter.meter?.exact).toBe('60.55');
    });
  });

  test('power is the mean of quarters that every meter has', async () => {
    const curve = await inScope(consumerId, async (trx) => powerOf(trx, await ask('2024-05-15')(trx)));
    expect(curve).toMatchObject({ source: 'mean', unit: 'kW' });
    expect(curve.points[40]).toEqual([day + 40.5 * Q, 125]);
    expect(curve.before[0]?.[1]).toBe(24.2);
    expect(curve.before[60]?.[1]).toBe(null);
  });

  test('a site is asked for like an enterprise; a future day, nobody, and another enterprise are refused', async () => {
    const site = await inScope(consumerId, async (trx) => ask('2024-05-15', LATER, { orgId: siteId })(trx));
    expect(site.question.subject).toMatchObject({ kind: 'site', dataTypes: ['1'] });
    await expect(inScope(consumerId, (trx) => ask('2026-01-02')(trx))).rejects.toMatchObject({
      code: 400,
      field: 'date',
    });
    await expect(inScope(consumerId, (trx) => contextOf(trx, {}, LATER))).rejects.toMatchObject({
      code: 400,
    });
    await expect(inScope(consumerId + 1, (trx) => ask('2024-05-15')(trx))).rejects.toMatchObject({
      code: 404,
    });
    await expect(
      inScope(consumerId + 1, (trx) => contextOf(trx, { dataAmmeterId: main }, LATER)),
    ).rejects.toMatchObject({ code: 404 });
  });
});

describe('what hangs below a meter', () => {
  const day = at('2024-05-14T16:00:00Z');
  const MINUTE = 60_000;

  /** A main with two meters below it: the main 10 a quarter of an hour, 6 and 3.9 of it below, each for so many quarters. */
  async function tree(
    name: string,
    [above, first, second]: readonly [number, number, number],
    hourly = false,
  ) {
    const { consumerId, meterIds } = await buildMeters(database.db, { name, meters: 3 });
    const [main = 0, furnace = 0, mill = 0] = meterIds;
    await sql`update ammeter set parent_id = ${main} where id = any(${[furnace, mill]}::integer[])`.execute(
      database.db,
    );
    if (hourly) {
      await sql`update ammeter set interval_seconds = 3600 where id = ${main}`.execute(database.db);
      const hours = Array.from({ length: above / 4 }, (_, i) => day + i * HOUR);
      await storeIntervals(
        database.db,
        hours.map((start) => ({ meterId: main, start, end: start + HOUR, code: 'PP', value: '40' })),
      );
    } else await state(main, day, flat(10, above));
    await state(furnace, day, flat(6, first));
    await state(mill, day, flat(3.9, second));
    await foldDirty(database.db);
    return (now: number) =>
      inScope(consumerId, async (trx) => {
        const context = await dayContextOf(trx, { orgId: consumerId, date: '2024-05-15' }, now);
        const { tree: whole } = await energyTreeOf(trx, context, context.day);
        const { notices } = await stateOf(trx, context);
        return { rest: whole?.children[0]?.rest, kinds: notices.map(({ kind }) => kind) };
      });
  }

  test('is held against it as far as all of them have come', async () => {
    const behind = await tree('behind', [40, 44, 44]);
    expect(await behind(day + 11 * HOUR + 5 * MINUTE)).toEqual({ rest: 4, kinds: ['offline'] });
    // Read every hour, by a quarter of an hour too late.
    const hourly = await tree('hourly', [24, 27, 27], true);
    expect(await hourly(day + 6 * HOUR + 50 * MINUTE)).toEqual({ rest: 2.4, kinds: [] });
    const even = await tree('even', [44, 44, 44]);
    expect(await even(day + 11 * HOUR + 5 * MINUTE)).toEqual({ rest: 4.4, kinds: [] });
  });

  test('is held against nothing where one of them fell silent', async () => {
    const open = { rest: null, kinds: ['lowCoverage'] };
    expect(await (await tree('silent main', [40, 96, 96]))(LATER)).toEqual(open);
    expect(await (await tree('silent furnace', [96, 36, 96]))(LATER)).toEqual(open);
    const silent = await tree('silent today', [40, 60, 60]);
    expect(await silent(day + 15 * HOUR + 5 * MINUTE)).toEqual({ rest: null, kinds: ['offline'] });
  });
});
