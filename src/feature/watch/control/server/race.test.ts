import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { storeStates } from '#feature/meters/signalStore/server/public.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { silent } from '#server/database/log.ts';
import type { Caller } from '#server/route.ts';
import { add, PASSWORD, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene, until } from '#test/build/controlScene.ts';
import { type Client, ok } from '#test/product.ts';
import type { CommandWire, PointDetail, SelectedWire, TagHung } from '../contract.ts';
import { giveOrder } from './give.ts';
import { operateCommand } from './operate.ts';
import { PositionReader } from './positionReader.ts';

let scene: ControlScene;
let operator: Client;
let me: Client;
beforeAll(async () => {
  scene = await buildControlScene();
  operator = await scene.product.operator();
  me = scene.mine.client;
}, 60_000);
afterAll(() => scene.close());

const db = () => scene.product.database.db;
const select = (id: number, value = 1, more: object = {}) =>
  me.post<SelectedWire>(`${CONTROL}/select`, { id, value, ...more });
const operate = ({ command, token }: SelectedWire) =>
  me.post<CommandWire>(`${CONTROL}/operate`, { commandId: command.commandId, token });
const detail = async (id: number): Promise<PointDetail> =>
  ok(await me.get<PointDetail>(`${CONTROL}/getPoint`, { id, value: 1 }));

/** Two outputs of which each may be operated only while the other is not. */
async function exclusive(one: number, other: number): Promise<readonly [number, number]> {
  const [a, b] = [await scene.point(one), await scene.point(other)];
  const { consumerId } = scene.mine;
  for (const [controlId, otherControlId] of [[a, b], [b, a]]) // prettier-ignore
    await add(operator, 'controlInterlock', { interlockName: 'The other is idle', consumerId, kind: '2', controlId, otherControlId }); // prettier-ignore
  return [a, b];
}

describe.concurrent('outputs that exclude each other', () => {
  it('are not both operated, though two processes judge them at the same moment', async () => {
    const [a, b] = await exclusive(1, 2);
    const order = (key: string) =>
      ({ source: 'linkage', key, target: 1, byId: null, byName: 'x', remark: '' }) as const;
    let commit: () => void = () => {};
    const held = new Promise<void>((resolve) => (commit = resolve));
    const first = db()
      .transaction()
      .execute(async (trx) => {
        const given = await giveOrder(trx, a, order('first'));
        await held;
        return given;
      });
    await sleep(300);
    const second = db()
      .transaction()
      .execute((trx) => giveOrder(trx, b, order('second')));
    await sleep(300);
    commit();
    expect((await first)?.state).toBe('operating');
    expect(await second).toMatchObject({ state: 'refused', reason: 'interlock' });
    await until(
      async () => scene.box.writesTo(1),
      (n) => n === 1,
    );
    expect(scene.box.writesTo(2)).toBe(0);
  }, 30_000);

  it('are not both operated in one round', async () => {
    const pair = await exclusive(3, 4);
    const selected = await Promise.all(pair.map(async (id) => ok(await select(id))));
    const rights = ['view', 'select', 'operate'].map((act) => `archive.iRemoteControl.${act}`);
    const caller = { employeeId: scene.mine.userId, name: 'x', funCodes: new Set(rights) } as unknown as Caller; // prettier-ignore
    const given = await Promise.all(
      selected.map(({ command: { commandId }, token }) =>
        operateCommand(db(), caller, { commandId, token: token ?? '' }, true),
      ),
    );
    expect(given.map(({ command, refused }) => [command?.state, refused?.reason])).toEqual([
      ['operating', undefined],
      ['refused', 'interlock'],
    ]);
    await until(
      async () => scene.box.writesTo(3),
      (n) => n === 1,
    );
    expect(scene.box.writesTo(4)).toBe(0);
  }, 30_000);
});

describe.concurrent('an interlock', () => {
  it('that opens after the press, while the line is busy, keeps the bytes from leaving', async () => {
    const { consumerId, siteId } = scene.mine;
    const id = await scene.point(14);
    const pointId = await add(operator, 'signalPoint', { pointName: 'Remote', pointCode: unique(), consumerId, siteId }); // prettier-ignore
    const about = { interlockName: 'Switch in remote', consumerId, controlId: id };
    await add(operator, 'controlInterlock', { ...about, signalPointId: pointId, signalState: 1, freshSeconds: 60 }); // prettier-ignore
    const tell = (value: number) => storeStates(db(), [{ pointId, ts: Date.now() - 500, value }]);
    await tell(1);
    const selected = ok(await select(id));
    let free: () => void = () => {};
    const held = new Promise<void>((resolve) => (free = resolve));
    const line = scene.collector.onLine(scene.channelId, () => held);
    ok(await operate(selected));
    await tell(0);
    free();
    await line;
    expect(await scene.ended(me, selected.command.commandId)).toMatchObject({
      state: 'refused',
      reason: 'interlock',
      sentAt: null,
      detail: { en: expect.stringContaining('Switch in remote') as string },
    });
    expect(scene.box.writesTo(14)).toBe(0);
  }, 30_000);
});

describe.concurrent('a maintenance tag', () => {
  it('ends what waits at its output, and says what had left before it', async () => {
    const id = await scene.point(5);
    const waiting = ok(await select(id));
    const tag = async () => ok(await me.post<TagHung>(`${CONTROL}/tag`, { id, reason: 'bearing' }));
    const hung = await tag();
    expect(hung).toMatchObject({ endedId: waiting.command.commandId, underWayId: null });
    expect(await scene.ended(me, waiting.command.commandId)).toMatchObject({
      state: 'refused',
      reason: 'tagged',
      sentAt: null,
      detail: { en: expect.stringContaining('bearing') as string },
    });
    expect((await operate(waiting)).code).toBe(409);
    ok(await me.post(`${CONTROL}/untag`, { tagId: hung.tagId }));
    expect(scene.box.writesTo(5)).toBe(0);
    scene.box.faults.set(5, 'silent');
    const leaving = ok(await select(id));
    ok(await operate(leaving));
    const { commandId } = leaving.command;
    await until(
      async () => scene.box.writesTo(5),
      (n) => n === 1,
    );
    expect(await tag()).toMatchObject({ endedId: null, underWayId: commandId });
    expect((await scene.ended(me, commandId)).state).toBe('unknown');
  }, 30_000);
});

describe.concurrent('what was selected', () => {
  it('is not operated where its output is wired otherwise since, or needs two persons since', async () => {
    for (const [address, more, reason] of [
      [6, { writeAddress: '60' }, 'rewired'],
      [7, { twoPersons: true }, 'twoPersons'],
    ] as const) {
      const id = await scene.point(address);
      const selected = ok(await select(id));
      ok(await operator.post(`${CONTROL}/edit`, { id, ...more }));
      expect((await operate(selected)).code).toBe(409);
      expect(await scene.ended(me, selected.command.commandId)).toMatchObject({ state: 'refused', reason });
      expect(scene.box.writesTo(address)).toBe(0);
    }
    expect(scene.box.writesTo(60)).toBe(0);
  }, 30_000);

  it('is not operated where its line leads elsewhere since, or its position comes about in another way', async () => {
    const { consumerId, siteId, gatewayId } = scene.mine;
    const at = { consumerId, siteId };
    const refused = async (selected: SelectedWire): Promise<void> => {
      expect((await operate(selected)).code).toBe(409);
      const { commandId } = selected.command;
      expect(await scene.ended(me, commandId)).toMatchObject({ state: 'refused', reason: 'rewired' });
    };
    const channelId = await add(operator, 'collectorChannel', { channelName: unique('Line '), consumerId, gatewayId, protocol: '1', host: '127.0.0.1', port: scene.box.port, intervalSeconds: 3600 }); // prettier-ignore
    const wired = ok(await select(await scene.point(21, { channelId })));
    await sql`update collector_channel set port = port + 1 where id = ${channelId}`.execute(db());
    await refused(wired);
    expect(scene.box.writesTo(21)).toBe(0);

    const signalPointId = await add(operator, 'signalPoint', { ...at, pointName: 'On', pointCode: unique() });
    const id = await add(operator, 'iRemoteControl', { ...at, controlName: 'Fan', controlCode: unique(), way: '2', gatewayId, iotId: 'fan', identifier: 'setFan', signalPointId }); // prettier-ignore
    const point = { id: signalPointId };
    for (const change of [
      () => operator.post('/api/archive/signalPoint/edit', { ...point, inverted: true }),
      () => operator.post('/api/archive/signalPoint/edit', { ...point, statesZh: '0=合闸,1=分闸' }),
      () => operator.post('/api/archive/gatewayMapping/add', { gatewayId, consumerId, deviceName: 'fan', dataKey: 'DO1', signalPointId }), // prettier-ignore
    ]) {
      await storeStates(db(), [{ pointId: signalPointId, ts: Date.now() - 500, value: 0 }]);
      const selected = ok(await select(id));
      ok(await change());
      await refused(selected);
    }
  }, 30_000);

  it('is not sent, and expires, when the clock of the database was set back by an hour', async () => {
    const id = await scene.point(8);
    const { commandId } = ok(await select(id)).command;
    // Of before the clock was set back.
    await sql`update control_command set state = 'operating', operated_at = now() + interval '1 hour',
      operate_until = now() + interval '1 hour 10 seconds' where id = ${commandId}`.execute(db());
    expect(await scene.ended(me, commandId)).toMatchObject({
      state: 'expired',
      reason: 'late',
      sentAt: null,
    });
    expect(scene.box.writesTo(8)).toBe(0);
  }, 30_000);
});

describe.concurrent('what is read', () => {
  it('earlier and told later does not take the place of what was read since', async () => {
    scene.box.coils.set(11, 1);
    const id = await scene.point(11);
    const reader = new PositionReader(db(), scene.collector, silent);
    const output = { controlId: id, consumerId: scene.mine.consumerId };
    await reader.keep(output, { at: Date.now() - 60_000, value: 0 });
    expect((await detail(id)).point).toMatchObject({ value: 1 });
    // By a clock that is an hour ahead it is not known for an hour.
    await reader.keep(output, { at: Date.now() + 3_600_000, value: 1 });
    expect((await detail(id)).point.heardAt).toBeLessThanOrEqual(Date.now() + 100);
  }, 30_000);

  it('is no measured value of now where it is stamped ahead, or entered by hand', async () => {
    const id = await scene.point(12);
    const { consumerId, ammeterId } = scene.mine;
    await add(operator, 'controlInterlock', { interlockName: 'Light load', consumerId, kind: '1', controlId: id, ammeterId, dataCode: 'PZ', comparison: '2', limitValue: 100 }); // prettier-ignore
    const tell = async (ahead: number) => {
      const batch = new BatchBuilder();
      batch.row(ammeterId, Date.now() + ahead * 1000);
      batch.set(codeIndex('PZ'), 10);
      await storeReadings(db(), batch.batch(), { source: 0 });
    };
    const holds = async () => (await detail(id)).interlocks.map((one) => one.holds);
    await tell(200);
    expect(await holds()).toEqual([false]);
    await sql`insert into reading (meter_id, source, ts, pz) values (${ammeterId}, 1, now() - interval '5 seconds', 10)`.execute(
      db(),
    );
    expect(await holds()).toEqual([false]);
    await tell(-2);
    expect(await holds()).toEqual([true]);
  }, 30_000);
});

it.concurrent(
  'a command to a gateway that would operate an output past its checks is refused',
  async () => {
    const { consumerId, siteId, gatewayId } = scene.mine;
    const at = { consumerId, siteId };
    const signalPointId = await add(operator, 'signalPoint', { ...at, pointName: 'On', pointCode: unique() });
    await add(operator, 'iRemoteControl', { ...at, controlName: 'Pump', controlCode: 'P-1', way: '2', gatewayId, iotId: 'box', identifier: 'setRelay', signalPointId }); // prettier-ignore
    const send = (more: object) =>
      operator.post('/api/sys/mqtt/sendGatewayData', {
        gatewayId,
        method: 'setRelay',
        params: { on: true },
        ...more,
      });
    for (const more of [{ deviceName: 'box' }, {}])
      expect(await send(more)).toMatchObject({ code: 409, field: 'method' });
    expect(await send({ deviceName: 'box', method: 'readNow' })).toMatchObject({ field: 'gatewayId' });
    // Nor by an attribute that the device takes for one.
    const set = (more: object) =>
      operator.post('/api/sys/mqtt/setGatewayAttribute', { gatewayId, attributeName: 'setRelay', value: 'true', ...more }); // prettier-ignore
    for (const more of [{ deviceName: 'box' }, {}])
      expect(await set(more)).toMatchObject({ code: 409, field: 'attributeName' });
    ok(await set({ deviceName: 'box', attributeName: 'uploadSeconds', value: '60' }));
  },
  30_000,
);

it.concurrent(
  'a key that a person chose is not that of an alarm, and no order gets the command of another output',
  async () => {
    const [taken, id] = [await scene.point(15), await scene.point(16)];
    const key = 'linkage run 812';
    const { commandId } = ok(await select(taken, 1, { key })).command;
    ok(await me.post(`${CONTROL}/cancel`, { commandId }));
    const order = { source: 'linkage', key, target: 1, byId: null, byName: 'x', remark: '' } as const;
    const give = (controlId: number, target = 1) =>
      db()
        .transaction()
        .execute((trx) => giveOrder(trx, controlId, { ...order, target }));
    const given = await give(id);
    expect(given).toMatchObject({ controlId: id, source: 'linkage', state: 'operating' });
    expect((await give(id))?.id).toBe(given?.id);
    expect([await give(taken), await give(id, 0)]).toEqual([null, null]);
    await until(
      async () => scene.box.writesTo(16),
      (n) => n === 1,
    );
    expect(scene.box.writesTo(15)).toBe(0);
  },
  30_000,
);

it.concurrent(
  'what alarms do in the name of a person takes nothing from the sixty operations of an hour',
  async () => {
    const id = await scene.point(13);
    await sql`insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons,
      verify_seconds, by_id, by_name, operated_at, ended_at)
    select ${scene.mine.consumerId}, ${id}, 'alarm ' || n, 'linkage', 'verified', 1, '{}', false, 5, ${scene.mine.userId},
      'x', now() - interval '20 minutes', now() from generate_series(1, 60) n`.execute(db());
    const selected = ok(await select(id));
    ok(await me.post(`${CONTROL}/operate`, { commandId: selected.command.commandId, token: selected.token, password: PASSWORD })); // prettier-ignore
    expect((await scene.ended(me, selected.command.commandId)).state).toBe('verified');
  },
  30_000,
);
