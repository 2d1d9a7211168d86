import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene } from '#test/build/controlScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { Wiring } from '../domain/wiring.ts';

let scene: ControlScene;
let me: Client;
let id = 0;
beforeAll(async () => {
  scene = await buildControlScene();
  me = scene.mine.client;
  id = await scene.point(1);
}, 60_000);
afterAll(() => scene.close());

/** Another value of each field that says which register, relay or property is written, as what, and read back. */
const WIRED: Readonly<Record<Exclude<keyof Wiring, 'adjusts'> | 'operateType', unknown>> = {
  way: '2',
  operateType: '2',
  channelId: 999,
  unitAddress: 9,
  writeFunction: '15',
  writeAddress: '9',
  onValue: 3,
  offValue: 4,
  valueType: 'f32',
  scale: 2,
  readFunction: '2',
  readAddress: '9',
  relayNumber: 9,
  meterAddress: '9',
  passwordLevel: 9,
  operatorCode: '00000009',
  closing: '2',
  gatewayId: 1,
  iotId: 'other',
  identifier: 'other',
  signalPointId: 1,
  minimum: 1,
  maximum: 9,
  step: 2,
};
const FREE: Readonly<Record<string, unknown>> = {
  controlName: 'Another name',
  verifySeconds: 7,
  twoPersons: true,
  shedPriority: 4,
  remark: 'moved',
};

/** The roles of the account lose the right, or have it again. */
async function mayWire(may: boolean): Promise<void> {
  const { db } = scene.product.database;
  const fun = sql`(select id from fun where fun_code = 'archive.iRemoteControl.wire')`;
  await sql`update org_role set org_fun_list = case when ${may} then org_fun_list || ${fun}::integer
      else array_remove(org_fun_list, ${fun}::integer) end
    where id in (select unnest(role_id_list) from org_employee where id = ${scene.mine.userId})`.execute(db);
  await new Promise((resolve) => setTimeout(resolve, 2500));
}

it('only who may wire outputs chooses what is written to, field by field; the rest is whose who may edit', async () => {
  await mayWire(false);
  const refused: [string, number, unknown][] = [];
  for (const [field, value] of Object.entries(WIRED)) {
    const answer = await me.post(`${CONTROL}/edit`, { id, [field]: value });
    refused.push([field, answer.code, (answer as { field?: unknown }).field]);
  }
  expect(refused).toEqual(Object.keys(WIRED).map((field) => [field, 403, field]));
  for (const [field, value] of Object.entries(FREE))
    expect([field, (await me.post(`${CONTROL}/edit`, { id, [field]: value })).code]).toEqual([field, 200]);
  const fresh = {
    controlName: 'New',
    controlCode: unique(),
    consumerId: scene.mine.consumerId,
    siteId: scene.mine.siteId,
  };
  // One that is not wired may be added; the same with a wiring may not, nor may the password of a meter be set.
  expect((await me.post(`${CONTROL}/add`, { ...fresh, ...COIL })).code).toBe(403);
  expect((await me.post(`${CONTROL}/add`, fresh)).code).toBe(200);
  expect((await me.post(`${CONTROL}/setSecret`, { id, secret: '123456' })).code).toBe(403);
  await mayWire(true);
  expect((await me.post(`${CONTROL}/edit`, { id, writeAddress: '9' })).code).toBe(200);
  expect((await me.post(`${CONTROL}/setSecret`, { id, secret: '123456' })).code).toBe(200);
  const whole = await add(me, 'iRemoteControl', { ...fresh, controlCode: unique(), ...COIL });
  expect(whole).toBeGreaterThan(0);
  // Sent again as it is, a wiring changes nothing.
  await mayWire(false);
  expect((await me.post(`${CONTROL}/edit`, { id: whole, writeAddress: '3', remark: 'as it was' })).code).toBe(
    200,
  );
}, 60_000);

it('unit 0 of a serial line is every unit, and none that an output may be', async () => {
  const operator = await scene.product.operator();
  const { consumerId, siteId, gatewayId } = scene.mine;
  const serial = { channelName: unique('Line '), consumerId, gatewayId, protocol: '2', host: '127.0.0.1', port: scene.box.port, intervalSeconds: 3600 }; // prettier-ignore
  const channelId = await add(operator, 'collectorChannel', serial);
  const output = { controlName: 'All', controlCode: unique(), consumerId, siteId, ...COIL, channelId };
  expect(await operator.post(`${CONTROL}/add`, { ...output, unitAddress: 0 })).toMatchObject({
    code: 400,
    field: 'unitAddress',
  });
  // Over TCP it is the device itself: a line with outputs does not become another one.
  expect((await operator.post(`${CONTROL}/add`, { ...output, ...COIL, unitAddress: 0 })).code).toBe(200);
  for (const other of ['2', '3'])
    expect(
      await operator.post('/api/archive/collectorChannel/edit', { id: scene.channelId, protocol: other }),
    ).toMatchObject({ code: 409, field: 'protocol' });
}, 60_000);

it('what tells the position of an output is changed by who may wire alone', async () => {
  const operator = await scene.product.operator();
  const { consumerId, siteId, gatewayId } = scene.mine;
  const at = { consumerId, siteId };
  const addPoint = (pointName: string) =>
    add(operator, 'signalPoint', { ...at, pointName, pointCode: unique() });
  const [position, other] = [await addPoint('Position'), await addPoint('Door')];
  const mapping = { gatewayId, consumerId, deviceName: 'box' };
  const mapped = await add(operator, 'gatewayMapping', {
    ...mapping,
    dataKey: 'DO1',
    signalPointId: position,
  });
  const free = await add(operator, 'gatewayMapping', { ...mapping, dataKey: 'DO2', signalPointId: other });
  await add(operator, 'iRemoteControl', { ...at, controlName: 'Pump', controlCode: unique(), way: '2', gatewayId, iotId: 'box', identifier: 'setRelay', signalPointId: position }); // prettier-ignore
  const call = (path: string, params: Readonly<Record<string, unknown>>) =>
    me.post(`/api/archive/${path}`, params);
  await mayWire(false);
  for (const [field, value] of Object.entries({
    inverted: true,
    statesZh: '0=合闸,1=分闸',
    expectedSeconds: 0,
  }))
    expect(await call('signalPoint/edit', { id: position, [field]: value })).toMatchObject({
      code: 403,
      field,
    });
  const refused = { code: 403, field: 'signalPointId' };
  expect(await call('gatewayMapping/add', { ...mapping, dataKey: 'DO3', signalPointId: position })).toMatchObject(refused); // prettier-ignore
  expect(await call('gatewayMapping/edit', { id: mapped, dataKey: 'DO3' })).toMatchObject(refused);
  expect(await call('gatewayMapping/edit', { id: free, signalPointId: position })).toMatchObject(refused);
  expect(await call('gatewayMapping/del', { id: mapped })).toMatchObject(refused);
  // Nor does anybody say that another device is the meter whose inputs tell it.
  const { ammeterId } = scene.mine;
  ok(await call('gatewayMapping/add', { ...mapping, deviceName: 'meter', ammeterId }));
  await sql`update signal_point set ammeter_id = ${ammeterId}, signal_key = 'DI1' where id = ${position}`.execute(
    scene.product.database.db,
  );
  expect(await call('gatewayMapping/add', { ...mapping, deviceName: 'other', ammeterId })).toMatchObject(
    refused,
  );
  // Names stay with who may edit, and so do points that prove nothing.
  ok(await call('signalPoint/edit', { id: position, remark: 'at the pump', inverted: false }));
  ok(await call('signalPoint/edit', { id: other, inverted: true }));
  ok(await call('gatewayMapping/edit', { id: mapped, remark: 'moved' }));
  await mayWire(true);
  ok(await call('signalPoint/edit', { id: position, inverted: true }));
  ok(await call('gatewayMapping/edit', { id: mapped, dataKey: 'DO3' }));
}, 60_000);

const COIL = {
  way: '1',
  unitAddress: 1,
  writeFunction: '5',
  writeAddress: '3',
  readFunction: '1',
  readAddress: '3',
  get channelId() {
    return scene.channelId;
  },
};
