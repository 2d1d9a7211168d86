import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, unique } from '#test/build.ts';
import { buildControlScene, CONTROL, type ControlScene, until } from '#test/build/controlScene.ts';
import { ok } from '#test/product.ts';
import {
  Dlt645Server,
  type MeterRelay,
  type MeterRelayFault,
} from '../../../../../simulator/device/dlt645Server.ts';
import type { CommandWire, SelectedWire, StepWire } from '../contract.ts';

const PASSWORD = '314159';
/** What a fault ends in: state, reason, whether the relay is closed then. */
const FAULTS: readonly (readonly [MeterRelayFault | 'ok' | 'password', string, string | null, boolean])[] = [
  ['ok', 'verified', null, false],
  ['silent', 'unknown', 'noAnswer', true],
  ['mute', 'unknown', 'noAnswer', false],
  ['stuck', 'mismatch', 'notMoved', true],
  ['refuse', 'refused', 'byDevice', true],
  ['password', 'refused', 'byDevice', true],
];

let scene: ControlScene;
let line: Dlt645Server;
let channelId = 0;
const addressOf = (n: number): string => String(100 + n).padStart(12, '0');
const relayAt = (n: number): MeterRelay => line.relays.get(addressOf(n)) as MeterRelay;

beforeAll(async () => {
  scene = await buildControlScene();
  line = await Dlt645Server.listen(new Map());
  for (let n = 0; n < 10; n++) {
    line.meters.set(addressOf(n), () => undefined);
    line.relays.set(addressOf(n), {
      closed: true,
      level: 2,
      password: PASSWORD,
      permitted: false,
      orders: [],
    });
  }
  channelId = await add(await scene.product.operator(), 'collectorChannel', {
    channelName: unique('Meters '),
    consumerId: scene.mine.consumerId,
    gatewayId: scene.mine.gatewayId,
    protocol: '3',
    host: '127.0.0.1',
    port: line.port,
    intervalSeconds: 3600,
    timeoutMs: 1500,
    relays: true,
  });
}, 60_000);
afterAll(async () => {
  await scene.close();
  await line.close();
});

/** The relay of a meter as an output with its password; its position is known when this resolves. */
async function relayPoint(n: number, password = PASSWORD, more: object = {}): Promise<number> {
  const none = {
    unitAddress: null,
    writeFunction: null,
    writeAddress: null,
    readFunction: null,
    readAddress: null,
  };
  const id = await scene.point(0, {
    ...none,
    way: '3',
    channelId,
    meterAddress: String(100 + n),
    verifySeconds: 2,
    ...more,
  });
  if (password !== '') ok(await scene.mine.client.post(`${CONTROL}/setSecret`, { id, secret: password }));
  return id;
}

describe('the relay of a DL/T 645 meter', () => {
  it('ends as it must for each fault, is told exactly once, and the password is never seen', async () => {
    const { client } = scene.mine;
    const ends: CommandWire[] = [];
    for (const [n, [fault, state, reason, closed]] of FAULTS.entries()) {
      const id = await relayPoint(n, fault === 'password' ? '000000' : PASSWORD, {
        operatorCode: '42',
      });
      if (fault !== 'ok' && fault !== 'password') relayAt(n).fault = fault;
      const command = await scene.switched(client, id, 0);
      ends.push(command);
      expect([fault, command.state, command.reason]).toEqual([fault, state, reason]);
      expect((command.endedAt ?? Infinity) - (command.sentAt ?? 0), fault).toBeLessThan(10_000);
      expect([fault, relayAt(n).closed]).toEqual([fault, closed]);
      expect([fault, relayAt(n).orders]).toEqual([fault, ['1a/00000042']]);
      expect(command.valueBefore, fault).toBe(1);
    }
    expect(ends[5]?.detail).toMatchObject({ en: 'the meter refuses: password wrong or no right' });
    const told = await sql<{
      text: string;
    }>`select concat(string_agg(s.bytes, ' '), string_agg(k.wiring::text, ' ')) as text
      from control_step s join control_command k on k.id = s.command_id where k.wiring ->> 'way' = '3'`.execute(
      scene.product.database.db,
    );
    expect(told.rows[0]?.text).toContain('1C 10 35 ** ** **');
    expect(told.rows[0]?.text).not.toMatch(/314159|59 41 31|8C 74 64/);
    const { steps } = ok(
      await client.get<{ steps: StepWire[] }>(`${CONTROL}/getCommand`, {
        commandId: ends[0]?.commandId ?? 0,
      }),
    );
    expect(steps.filter(({ kind }) => kind === 'read').map(({ bytes }) => bytes)).toEqual(['10 00', '10 00']);
  }, 60_000);

  it('closes, or permits to close: what nobody pressed is no success', async () => {
    const { client } = scene.mine;
    const [closing, permitting] = [
      await relayPoint(6, PASSWORD, { relayNumber: 1 }),
      await relayPoint(7, PASSWORD, { closing: '2' }),
    ];
    for (const n of [6, 7]) relayAt(n).closed = false;
    const [closes, permits] = await Promise.all([
      scene.switched(client, closing, 1),
      scene.switched(client, permitting, 1),
    ]);
    expect([closes.state, relayAt(6).closed, relayAt(6).orders]).toEqual(['verified', true, ['1c/00000000']]);
    expect([permits.state, permits.reason, relayAt(7).permitted, relayAt(7).closed]).toEqual([
      'mismatch',
      'notMoved',
      true,
      false,
    ]);
    // Switched on the spot: a call that only reads waits for what the meter tells now.
    relayAt(6).closed = false;
    const read = await client.post(`${CONTROL}/sendRelayControl`, { controlItemId: closing, mpNos_status: '1', isRead: 1 }); // prettier-ignore
    expect(ok(read)).toMatchObject({ positions: [{ controlId: closing, value: 0, fresh: true }] });
  }, 30_000);

  it('is off until the channel allows it and the password is set, also when that changes after the approval', async () => {
    const { client } = scene.mine;
    const id = await relayPoint(8, '');
    expect(await client.post(`${CONTROL}/select`, { id, value: 0 })).toMatchObject({ code: 409 });
    ok(await client.post(`${CONTROL}/setSecret`, { id, secret: PASSWORD }));
    const operator = await scene.product.operator();
    const allow = (relays: boolean) =>
      operator.post('/api/archive/collectorChannel/edit', { id: channelId, relays });
    ok(await allow(false));
    expect(await client.post(`${CONTROL}/select`, { id, value: 0 })).toMatchObject({ code: 409 });
    expect(
      (await client.post('/api/archive/collectorChannel/edit', { id: channelId, relays: true })).code,
    ).toBe(403);
    ok(await allow(true));
    const known = async () =>
      ok(await client.get<{ point: { hindrance: unknown } }>(`${CONTROL}/getPoint`, { id, value: 0 })).point
        .hindrance;
    await until(known, (hindrance) => hindrance === null);
    const selected = ok(await client.post<SelectedWire>(`${CONTROL}/select`, { id, value: 0 }));
    ok(await client.post(`${CONTROL}/setSecret`, { id, secret: '' }));
    const late = await client.post(`${CONTROL}/operate`, {
      commandId: selected.command.commandId,
      token: selected.token,
    });
    expect(late.code).toBe(409);
    // Another meter has another password.
    ok(await client.post(`${CONTROL}/setSecret`, { id, secret: PASSWORD }));
    ok(await operator.post(`${CONTROL}/edit`, { id, meterAddress: '109' }));
    const { rows } = await sql<{
      set: boolean;
      n: number;
    }>`select secret_set as set, (select count(*)::integer
      from control_secret where control_id = ${id}) as n from i_remote_control where id = ${id}`.execute(
      scene.product.database.db,
    );
    expect(rows[0]).toEqual({ set: false, n: 0 });
    expect([relayAt(8).orders, relayAt(9).orders]).toEqual([[], []]);
    expect((await client.post(`${CONTROL}/setSecret`, { id, secret: '12345' })).code).toBe(400);
    expect((await operator.post(`${CONTROL}/edit`, { id, meterAddress: '999999999999' })).code).toBe(400);
  }, 30_000);
});
