import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { daySlots } from '#domain/storage/slots.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt } from '#domain/time/text.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { addStation } from '#test/build/storage.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { ImportedPlan, PlanCurveRow, PlanDay } from '../contract.ts';

const BERLIN = 'Europe/Berlin';
const AT = '/api/sdata/planCurveReport';
const today = dateAt(BERLIN, Date.now());

let product: Product;
let own: Enterprise;
let stationId = 0;

beforeAll(async () => {
  product = await startProduct();
  own = await buildEnterprise(product, { timeZone: BERLIN });
  const { consumerId, siteId, ammeterId } = own;
  stationId = await addStation(product.database.db, { consumerId, siteId, stationMeterId: ammeterId });
}, 60_000);
afterAll(() => product.close());

/** The next day of so many quarters. */
function dayOf(quarters: number): string {
  for (let n = 3; n < 366; n++) {
    const date = addDays(today, n);
    if (daySlots(BERLIN, date).usual.length === quarters) return date;
  }
  throw new Error(`There is no day of ${quarters} quarters.`);
}

const save = (planDate: string, points: readonly number[]) =>
  own.client.post<{ id: number }>('/api/sdata/planCurve/save', { stationId, planDate, points, socStart: 50 });
const planOf = async (planDate: string): Promise<PlanCurveRow | undefined> =>
  ok(await own.client.get<PlanDay>('/api/sdata/planCurve/getDay', { stationId, planDate })).versions[0];
const fileOf = async (fromDt: string, toDt: string): Promise<string> =>
  (
    await own.client.download(`${AT}/exportTemplate`, { stationId, fromDt, toDt, format: 'csv' })
  ).body.toString();
const upload = (text: string, more: object = {}) =>
  own.client
    .in('en')
    .upload<ImportedPlan[]>(`${AT}/importTemplate`, { stationId, ...more }, { name: 'plan.csv', content: Buffer.from(text) }); // prettier-ignore

it('what is exported is what is imported, days without a plan among them', async () => {
  const points = [...ZERO_POINTS].fill(-40, 8, 16).fill(30, 70, 78);
  const planDate = addDays(today, 2);
  ok(await save(planDate, points));
  const text = await fileOf(addDays(planDate, -1), addDays(planDate, 1));
  expect(ok(await upload(text)).map((one) => one.planDate)).toEqual([planDate]);
  expect((await planOf(planDate))?.points).toEqual(points);
  expect(await planOf(addDays(planDate, 1))).toBeUndefined();
  // A day that is told in part is no day without a plan.
  const part = text.replace(/^(02:15[^\n]*)-40/m, '$1');
  expect(await upload(part)).toMatchObject({ code: 400, message: expect.stringContaining('is empty') });
  const blank = await own.client.download(`${AT}/exportTemplate`, { stationId, fromDt: planDate, toDt: planDate, blank: 1, format: 'csv' }); // prettier-ignore
  expect(await upload(blank.body.toString())).toMatchObject({
    code: 400,
    message: expect.stringContaining('holds no powers'),
  });
});

describe.each([92, 100])('the day on which the clock is changed, of %i quarters', (quarters) => {
  const planDate = dayOf(quarters);
  const slots = daySlots(BERLIN, planDate);
  const [four, seven] = [slots.clocks.indexOf('04:00'), slots.clocks.indexOf('19:00')];

  it('keeps its slots by the clock of the site through a file', async () => {
    const points = [...ZERO_POINTS].fill(-40, four, four + 8).fill(30, seven, seven + 4);
    // What lies behind the end of the day does nothing.
    ok(await save(planDate, quarters === 92 ? [...points].fill(5, 92) : points));
    expect((await planOf(planDate))?.points).toEqual(points);
    const text = await fileOf(addDays(planDate, -1), addDays(planDate, 1));
    const rows = text.split('\n').filter((row) => /^\d/.test(row));
    expect(rows.find((row) => row.startsWith('04:00'))).toContain('-40');
    expect(rows.some((row) => row.startsWith('02:00B'))).toBe(quarters === 100);
    expect(ok(await upload(text)).map((one) => one.planDate)).toEqual([planDate]);
    expect((await planOf(planDate))?.points).toEqual(points);
  });

  it('names what is wrong by the clock of the site', async () => {
    const points = [...ZERO_POINTS].fill(-100, four, four + 8);
    const { id } = ok(await save(planDate, points));
    const reply = await own.client.in('en').post('/api/sdata/planCurve/submit', { id });
    expect(reply).toMatchObject({ code: 400, message: expect.stringContaining('04:45–06:00 SOC above') });
  });
});

it('a power for a quarter that the day does not have is refused', async () => {
  const planDate = dayOf(92);
  ok(await save(planDate, ZERO_POINTS));
  const text = await fileOf(planDate, planDate);
  const filled = text.replace(/^(02:15[^\n]*,)\r?$/m, '$17');
  expect(filled).not.toBe(text);
  expect(await upload(filled)).toMatchObject({
    code: 400,
    message: expect.stringContaining('02:15: the plan of this day has no such slot'),
  });
});
