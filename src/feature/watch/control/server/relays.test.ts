import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene } from '#test/build/controlScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { CommandWire, PointDetail, SelectedWire } from '../contract.ts';

let scene: ControlScene;
let operator: Client;
let me: Client;
let monitorItemId = 0;
beforeAll(async () => {
  scene = await buildControlScene();
  operator = await scene.product.operator();
  me = scene.mine.client;
  const { consumerId, siteId, ammeterId } = scene.mine;
  const item = { consumerId, siteId, ammeterId, itemName: 'Relays', dataItemId: 2 };
  monitorItemId = await add(operator, 'monitorItem', item);
}, 60_000);
afterAll(() => scene.close());

const detail = async (id: number): Promise<PointDetail> =>
  ok(await me.get<PointDetail>(`${CONTROL}/getPoint`, { id, value: 1 }));

/** Two outputs of the monitored value, each operated in one call, by the numbers of their relays. */
const relays = async (one: number, other: number): Promise<readonly [number, number]> => {
  const direct = (relayNumber: number) =>
    scene.point(relayNumber, { monitorItemId, direct: true, relayNumber });
  return [await direct(one), await direct(other)];
};

/** Switches both on in one call. */
const on = (one: number, other: number, more: object = {}) =>
  me.post<{ commands: CommandWire[] }>(`${CONTROL}/sendRelayControl`, { monitorItemId, mpNos_status: `${one}_1,${other}_1`, ...more }); // prettier-ignore

describe.concurrent('several relays of one call', () => {
  it('move once under one key, though it is sent twice at the same moment', async () => {
    await relays(17, 18);
    const key = unique();
    const answers = await Promise.all([1, 2].map(() => on(17, 18, { key })));
    const [first, second] = answers.map((one) => ok(one).commands.map(({ commandId }) => commandId));
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
    for (const commandId of first ?? []) expect((await scene.ended(me, commandId)).state).toBe('verified');
    expect([scene.box.writesTo(17), scene.box.writesTo(18)]).toEqual([1, 1]);
  }, 30_000);

  it('that another call has selected under the same key are not let go by one that is refused', async () => {
    const [one, two] = await relays(22, 23);
    const key = unique();
    const wish = { id: one, value: 1, key: `${key}/${one}` };
    const first = ok(await me.post<SelectedWire>(`${CONTROL}/select`, wish));
    ok(await me.post(`${CONTROL}/tag`, { id: two, reason: 'bearing' }));
    expect((await on(22, 23, { key })).code).toBe(409);
    expect((await detail(one)).command).toMatchObject({
      commandId: first.command.commandId,
      state: 'selected',
    });
    expect([scene.box.writesTo(22), scene.box.writesTo(23)]).toEqual([0, 0]);
  }, 30_000);

  it('stay as they are where they exclude each other', async () => {
    const [a, b] = await relays(19, 20);
    for (const [controlId, otherControlId] of [[a, b], [b, a]]) // prettier-ignore
      await add(operator, 'controlInterlock', { interlockName: 'The other is idle', consumerId: scene.mine.consumerId, kind: '2', controlId, otherControlId }); // prettier-ignore
    expect(await on(19, 20)).toMatchObject({
      code: 409,
      message: expect.stringContaining('The other is idle') as string,
    });
    expect((await detail(a)).command).toBeNull();
    expect([scene.box.writesTo(19), scene.box.writesTo(20)]).toEqual([0, 0]);
  }, 30_000);

  it('stay as they are where one of them is refused', async () => {
    const [one, two] = await relays(9, 10);
    ok(await me.post(`${CONTROL}/tag`, { id: two, reason: 'bearing' }));
    expect(await on(9, 10)).toMatchObject({
      code: 409,
      message: expect.stringContaining('bearing') as string,
      data: { commands: [] },
    });
    expect((await detail(one)).command).toBeNull();
    expect([scene.box.writesTo(9), scene.box.writesTo(10)]).toEqual([0, 0]);
  }, 30_000);
});
