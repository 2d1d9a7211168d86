import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { add, buildEnterprise, type Enterprise, unique } from '#test/build.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { type Product, startProduct } from '#test/product.ts';
import type { IssueResult } from '../contract.ts';

let product: Product;
let own: Enterprise;

/** Where it is noon now. */
function zoneOfNoon(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east < 0 ? '+' : '-'}${Math.abs(east)}`;
}

/** Charges from 10 % to 86 % in the morning, and gives most of it in the evening. */
const CYCLE = [...ZERO_POINTS].fill(-40, 24, 40).fill(60, 72, 80);

async function station(deviceName: string): Promise<number> {
  const { consumerId, siteId, gatewayId } = own;
  const meter = { ammeterName: unique('M '), ammeterCode: unique(), consumerId, siteId, dataType: '1', deviceType: '4' }; // prettier-ignore
  const stationMeterId = await add(await product.operator(), 'ammeter', meter);
  return addStation(product.database.db, { consumerId, siteId, stationMeterId, gatewayId, deviceName });
}

const planOf = (stationId: number, version = 1): Promise<number> =>
  addPlan(product.database.db, { stationId, consumerId: own.consumerId, version, points: CYCLE, ahead: 0 });
const issue = (id: number) =>
  own.client.in('en').post<IssueResult[]>('/api/sdata/planCurveReport/issue', { ids: [id] });

beforeAll(async () => {
  product = await startProduct();
  own = await buildEnterprise(product);
  await sql`update monitor_site set time_zone = ${zoneOfNoon()} where id = ${own.siteId}`.execute(
    product.database.db,
  );
}, 60_000);
afterAll(() => product.close());

it('a plan of today is judged from what the station was told so far, not from what it would have been told', async () => {
  const { db } = product.database;
  // At noon nothing was charged, and nobody tells the state of charge.
  const late = await issue(await planOf(await station('EMS-1')));
  expect(late).toMatchObject({ code: 400, field: 'points' });
  expect(late.message).toContain('18:00–20:00 SOC below its limit');
  // Where the first version was there in time the second goes on with what that charged.
  const stationId = await station('EMS-2');
  const first = await planOf(stationId);
  await sql`update plan_curve set plan_state = 'issued' where id = ${first}`.execute(db);
  await sql`update plan_curve set plan_state = 'accepted', accepted_at = ${new Date(Date.now() - 14 * HOUR_MS)}
    where id = ${first}`.execute(db);
  expect(await issue(await planOf(stationId, 2))).toMatchObject({ code: 200, data: [{ issued: true }] });
});

it('nothing is issued to a station that is out of use, nor where another in use names its device', async () => {
  const { db } = product.database;
  const set = (id: number, what: string) =>
    sql`update storage_station set ${sql.raw(what)} where id = ${id}`.execute(db);
  const [one, other] = [await station('EMS-3'), await station('EMS-3')];
  const [ofOne, ofOther] = [
    await addPlan(db, { stationId: one, consumerId: own.consumerId }),
    await addPlan(db, { stationId: other, consumerId: own.consumerId }),
  ];
  const shared = await issue(ofOne);
  expect(shared.code).toBe(409);
  expect(shared.message).toContain('name the same EMS device');
  await set(other, `state = '0'`);
  const retired = await issue(ofOther);
  expect(retired.code).toBe(409);
  expect(retired.message).toContain('is out of use');
  expect(await issue(ofOne)).toMatchObject({ code: 200, data: [{ issued: true }] });
});
