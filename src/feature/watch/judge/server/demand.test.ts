import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { AlarmRow } from '#feature/watch/alarm/contract.ts';
import { figureScene } from '#test/build/figureScene.ts';
import { judgeScene } from '#test/build/judgeScene.ts';
import { buildMeters } from '#test/build/meter.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { bucketsOf } from './public.ts';

const QUARTER = 900_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The hour that was under way when the rules were made; what follows lies ahead of the real clock. */
const H = Math.floor(Date.now() / HOUR) * HOUR;

let product: Product;
let operator: Client;
let consumerId = 0;
beforeAll(async () => {
  product = await startProduct();
  operator = (await product.operator()).in('en');
  ({ consumerId } = await buildMeters(product.database.db, { name: 'demands' }));
});
afterAll(() => product.close());
const scene = () => ({ product, consumerId, operator });
const { newMeter, store, recordsOf } = judgeScene(scene);
const { look, fold, newRule } = figureScene(scene);

/** Raised and cleared in hours from the first, the revision and the limit of each record. */
const shown = async (meterId: number) =>
  (await recordsOf(meterId)).map(({ raised, cleared, revision, limit }) => [
    (raised - H) / HOUR,
    cleared === null ? null : (cleared - H) / HOUR,
    revision,
    limit === null ? null : Number(limit),
  ]);

test('a maximum demand is judged as its bill tells it; one that may be higher raises beyond the limit alone', async () => {
  const meterId = await newMeter(900);
  await newRule(meterId, { figure: 'hourDemand', limitValue: 100 });
  await look(H + MINUTE);
  // Quarters of 20, 20, 30 and 20 kWh: 120 kW.
  const registers = [1000, 1020, 1040, 1070, 1090];
  await store(
    meterId,
    registers.map((PP, q) => [H + q * QUARTER, { PP }] as const),
  );
  await fold();
  await look(H + HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[1, null, null, 100]]);
  // The next hour lacks its third reading: 60 kW are measured, 80 kW proven in the gap, which may hide 160: nobody knows.
  await store(meterId, [
    [H + HOUR + QUARTER, { PP: 1105 }],
    [H + HOUR + 3 * QUARTER, { PP: 1145 }],
    [H + 2 * HOUR, { PP: 1160 }],
  ]);
  await fold();
  await look(H + 2 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([[1, null, null, 100]]);
  // It comes, and both quarters were at 80 kW.
  await store(meterId, [[H + HOUR + 2 * QUARTER, { PP: 1125 }]]);
  await fold();
  await look(H + 2 * HOUR + 2 * MINUTE);
  expect(await shown(meterId)).toEqual([[1, 2, 'revised', 100]]);
  // Of two quarters together 55 kWh: one of them was at 110 kW at least, whichever.
  await store(meterId, [
    [H + 2 * HOUR + 2 * QUARTER, { PP: 1215 }],
    [H + 3 * HOUR, { PP: 1220 }],
  ]);
  await fold();
  await look(H + 3 * HOUR + MINUTE);
  expect(await shown(meterId)).toEqual([
    [1, 2, 'revised', 100],
    [3, null, null, 100],
  ]);
  const { list } = ok(
    await operator.get<Page<AlarmRow>>('/api/alarm/record/getDataTablePageAnt', { ammeterId: meterId }),
  );
  expect(list.map(({ peakValue, unit }) => [peakValue, unit])).toEqual([
    [110, 'kW'],
    [120, 'kW'],
  ]);
});

test('the demand of a settlement month stands from the day it is beyond the limit until the next begins', async () => {
  const meterId = await newMeter(900);
  const zone = zoneOf('Asia/Shanghai');
  const day = (month: number, date: number): number => Date.UTC(2025, month - 1, date) - 8 * HOUR;
  // 40 kW, but for one quarter of 90 kW on 20 March.
  const list: [number, { PP: number }][] = [];
  let tenths = 10_000;
  const begin = day(3, 17);
  for (let at = begin; at <= day(4, 3); at += QUARTER) {
    list.push([at, { PP: tenths / 10 }]);
    tenths += at === day(3, 20) + 10 * HOUR ? 225 : 100;
  }
  await store(meterId, list);
  await fold();
  const asked = { meterId, zone, level: LEVEL.day, figures: ['monthDemand', 'dayDemand'] as const };
  const buckets = await bucketsOf(product.database.db, asked, day(3, 19), day(4, 3));
  const of = (figure: 'monthDemand' | 'dayDemand') => buckets.map((one) => one.demands?.[figure]?.value);
  // The days that end on 19, 20, 21 March …
  expect(of('dayDemand').slice(0, 4)).toEqual([40, 40, 90, 40]);
  expect(of('monthDemand').slice(0, 4)).toEqual([40, 40, 90, 90]);
  // … and on 31 March, 1, 2 and 3 April.
  expect(of('monthDemand').slice(-4)).toEqual([90, 90, 40, 40]);
  // Of the first sixteen days of March nothing is known: the meter was first heard on the 17th.
  expect(buckets.map((one) => one.demands?.monthDemand?.atLeast)).toEqual(buckets.map(() => false));
});
