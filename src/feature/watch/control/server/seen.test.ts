import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene } from '#test/build/controlScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { ControlPointWire, PointDetail } from '../contract.ts';

let scene: ControlScene;
let operator: Client;
let me: Client;
beforeAll(async () => {
  scene = await buildControlScene();
  operator = await scene.product.operator();
  me = scene.mine.client;
}, 60_000);
afterAll(() => scene.close());

/** An account of the enterprise that is limited to a site, with every right and its password given. */
async function limitedTo(siteId: number): Promise<Client> {
  const client = await scene.colleague();
  ok(await client.post(`${CONTROL}/prove`, { password: PASSWORD }));
  await sql`update org_employee set org_limit_list = ${[siteId]}::integer[]
    where id = (select max(id) from org_employee)`.execute(scene.product.database.db);
  // What is changed behind the product's back it hears of within two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  return client;
}

it('an interlock beyond the limits of an account keeps it from operating where it does not hold, and is not named', async () => {
  const { consumerId, siteId } = scene.mine;
  const id = await scene.point(1);
  const site = { orgName: 'Elsewhere', orgCode: unique(), consumerId, timeZone: 'Asia/Shanghai' };
  const place = { consumerId, siteId: await add(operator, 'monitorSite', site) };
  const pointId = await add(operator, 'signalPoint', { ...place, pointName: 'Remote', pointCode: unique() });
  const interlock = { interlockName: 'Switch in remote', consumerId, controlId: id };
  await add(operator, 'controlInterlock', { ...interlock, signalPointId: pointId, signalState: 1, freshSeconds: 60 }); // prettier-ignore
  await sql`update gateway set site_id = ${siteId} where id = ${scene.mine.gatewayId}`.execute(
    scene.product.database.db,
  );
  const limited = await limitedTo(siteId);
  const tell = (value: number) =>
    storeStates(scene.product.database.db, [{ pointId, ts: Date.now() - 500, value }]);
  const seen = async (client: Client): Promise<PointDetail> =>
    ok(await client.get<PointDetail>(`${CONTROL}/getPoint`, { id, value: 1 }));
  await tell(1);
  const { point, interlocks } = await seen(limited);
  expect(point.hindrance).toBeNull();
  const hidden = { en: 'not shown' };
  expect(interlocks).toMatchObject([{ name: hidden, required: hidden, present: hidden, holds: true }]);
  expect((await seen(me)).interlocks).toMatchObject([{ holds: true, present: { en: 'Closed' } }]);
  await tell(0);
  expect((await seen(limited)).point.hindrance).toMatchObject({ reason: 'interlock' });
  const { list } = ok(await limited.get<Page<ControlPointWire>>(`${CONTROL}/getPoints`, { pageSize: 100 }));
  expect(list.find(({ controlId }) => controlId === id)?.hindrance).toMatchObject({ reason: 'interlock' });
}, 30_000);

it('devices that are silent keep no connection from others while they are read back', async () => {
  const { consumerId, siteId, ammeterId } = scene.mine;
  const item = { consumerId, siteId, ammeterId, itemName: 'Silent', dataItemId: 2 };
  const monitorItemId = await add(operator, 'monitorItem', item);
  await scene.point(2, { monitorItemId, relayNumber: 1 });
  scene.box.off = true;
  let waiting = 0;
  const read = async (): Promise<void> => {
    waiting++;
    ok(await me.post(`${CONTROL}/sendRelayControl`, { monitorItemId, mpNos_status: '1', isRead: 1 }));
    waiting--;
  };
  // As many as a process has connections for its calls.
  const reading = Promise.all(Array.from({ length: 10 }, read));
  await new Promise((resolve) => setTimeout(resolve, 200));
  ok(await me.get(`${CONTROL}/getPoints`, { pageSize: 1 }));
  expect(waiting).toBe(10);
  await reading;
  scene.box.off = false;
}, 30_000);
