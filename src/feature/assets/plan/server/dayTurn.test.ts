import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { PLAN } from '#feature/settings/workflow/contract.ts';
import { applyRequest } from '#feature/settings/workflow/server/public.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { type Product, startProduct } from '#test/product.ts';
import { draftNextDay, turnDays } from './dayTurn.ts';

let product: Product;
let own: Enterprise;
let stationId = 0;

beforeAll(async () => {
  product = await startProduct();
  own = await buildEnterprise(product);
  const { consumerId, siteId, ammeterId } = own;
  stationId = await addStation(product.database.db, { consumerId, siteId, stationMeterId: ammeterId });
}, 60_000);
afterAll(() => product.close());

const stateOf = async (id: number) => {
  const { rows } = await sql<{ state: string; note: string | null; ended: boolean }>`
    select plan_state as state, note, revoked_at is not null as ended from plan_curve where id = ${id}`.execute(
    product.database.db,
  );
  return rows[0];
};

it('a plan that was not issued lapses when its day is over, and its approver is asked no more', async () => {
  const { db } = product.database;
  const { consumerId } = own;
  const plan = (ahead: number) => addPlan(db, { stationId, consumerId, ahead });
  const [approved, tomorrows, submitted, refused] = [await plan(-1), await plan(1), await plan(-2), await plan(-3)]; // prettier-ignore
  const requestId = await applyRequest(db, {
    workflowCode: PLAN,
    title: 'A plan',
    params: {
      planCurveId: String(submitted),
      station: 'S',
      planDate: 'D',
      version: '1',
      energy: '0',
      socStart: '10 %',
    },
    applicant: { name: 'Somebody' },
    consumerId,
  });
  await sql`update plan_curve set plan_state = 'submitted', request_id = ${requestId} where id = ${submitted}`.execute(
    db,
  );
  await sql`update plan_curve set plan_state = 'issued' where id = ${refused}`.execute(db);
  await sql`update plan_curve set plan_state = 'refused' where id = ${refused}`.execute(db);
  expect(await turnDays(db)).toBe(2);
  for (const id of [approved, submitted])
    expect(await stateOf(id)).toEqual({
      state: 'revoked',
      note: expect.stringContaining('未下发'),
      ended: true,
    });
  expect(await stateOf(tomorrows)).toMatchObject({ state: 'approved', ended: false });
  // What became of an attempt stays told.
  expect(await stateOf(refused)).toMatchObject({ state: 'refused' });
  const { rows } = await sql<{ state: string }>`select state from workflow_request where id = ${requestId}`.execute(db); // prettier-ignore
  expect(rows).toEqual([{ state: '4' }]);
  expect(await turnDays(db)).toBe(0);
});

it('where the strategy that fits best makes no drafts by itself, the station is left alone', async () => {
  const { db } = product.database;
  const { consumerId, siteId } = own;
  const meter = { ammeterName: unique('Quiet '), ammeterCode: unique(), consumerId, siteId, dataType: '1', deviceType: '4' }; // prettier-ignore
  const stationMeterId = await add(await product.operator(), 'ammeter', meter);
  const quiet = await addStation(db, { consumerId, siteId, stationMeterId });
  const strategy = (more: object) =>
    add(own.client, 'storageStrategy', {
      consumerId,
      stationId: quiet,
      strategyName: unique('S '),
      curve: { points: ZERO_POINTS },
      ...more,
    });
  await strategy({ automatic: true });
  await strategy({ automatic: false, dayType: 'workday' });
  await strategy({ automatic: false, dayType: 'dayOff' });
  const noon = startOfDate(HOME_ZONE, dateAt(HOME_ZONE, Date.now())) + 13 * HOUR_MS;
  // Somebody else holds the station: who needs it would wait.
  const made = await db.transaction().execute(async (trx) => {
    await sql`select from storage_station where id = ${quiet} for update`.execute(trx);
    return draftNextDay(db, noon);
  });
  expect(made).toBe(0);
}, 20_000);
