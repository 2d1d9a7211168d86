import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestGateway, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { gatewaySender } from '#test/build/gatewaySender.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { buildMeters } from '#test/build/meter.ts';
import { MqttRelay, type RelayFault } from '../../../../../simulator/device/mqttRelay.ts';
import { giveOrder } from './public.ts';

const FAULTS: readonly (readonly [RelayFault | 'ok', string, string | null])[] = [
  ['ok', 'verified', null],
  ['silent', 'unknown', 'noAnswer'],
  // It reports changes alone, so that nothing tells that it did not move.
  ['acknowledges', 'unknown', 'notRead'],
  ['moves', 'unknown', 'noAnswer'],
  ['bounces', 'mismatch', 'notMoved'],
  // Nothing tells that it did not move either.
  ['refuses', 'unknown', 'failed'],
  ['fails', 'unknown', 'failed'],
  ['slow', 'verified', null],
  ['twice', 'verified', null],
  ['garbage', 'unknown', 'noAnswer'],
];

/** An output of a device that is connected itself. */
const ITSELF = 'itself';

let database: TestDatabase;
let broker: TestBroker;
let relay: MqttRelay;
let sender: ReturnType<typeof gatewaySender>;
const outputs = new Map<string, number>();
const deviceOf = (fault: string): string => (fault === ITSELF ? '' : `box ${fault}`);

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  const { db, pool } = database;
  const { consumerId, siteId } = await buildMeters(db, { meters: 1 });
  const gateway = await addTestGateway(db, consumerId);
  for (const fault of [...FAULTS.map(([name]) => name), 'absent', ITSELF]) {
    // What a gateway tells of itself comes under its own name.
    const device = fault === ITSELF ? 'g' : deviceOf(fault);
    const iotId = fault === ITSELF ? null : device;
    const { rows } = await sql<{ id: number }>`
      with p as (insert into signal_point (point_name, point_code, consumer_id, site_id, kind, states_zh, states_en, inverted, state)
        values (${fault}, ${fault}, ${consumerId}, ${siteId}, '2', '0=分,1=合', '0=Off,1=On', false, '1') returning id),
      g as (insert into gateway_mapping (gateway_id, consumer_id, device_name, data_key, signal_point_id, multiplier, ignored)
        select ${gateway.id}, ${consumerId}, ${device}, 'DO1', id, 1, false from p)
      insert into i_remote_control (control_name, control_code, consumer_id, site_id, control_type, operate_type, relay_number, way,
        gateway_id, iot_id, identifier, signal_point_id, verify_seconds, two_persons, direct, state)
      select ${fault}, ${fault}, ${consumerId}, ${siteId}, '1', '1', 1, '2', ${gateway.id}, ${iotId}, 'setRelay', id, 2, false,
        false, '1' from p returning id`.execute(db);
    outputs.set(fault, rows[0]?.id ?? 0);
  }
  relay = await MqttRelay.connect({
    url: `mqtt://127.0.0.1:${broker.mqttPort}`,
    token: gateway.token,
    outputs: Object.fromEntries([...outputs.keys()].map((fault) => [deviceOf(fault), 1])),
    bounceMs: 150,
    slowMs: 1000,
  });
  for (const [fault] of FAULTS) if (fault !== 'ok') relay.faults.set(deviceOf(fault), fault);
  sender = gatewaySender({ db, pool });
  const told = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::integer as n from signal_state where value = 0`.execute(db))
      .rows[0]?.n ?? 0;
  const open = async (): Promise<boolean> =>
    (
      await sql`select from gateway_state where connected_at is not null and disconnected_at is null`.execute(
        db,
      )
    ).rows.length > 0;
  await eventually('it is known to be there', open);
  await eventually('every position is told', async () => (await told()) === outputs.size);
}, 60_000);
afterAll(async () => {
  await sender.stop();
  await relay.leave();
  await broker.close();
  await database.close();
});

/** Orders an output on, as an alarm does; how it ended. */
async function ordered(fault: string): Promise<{ state: string; reason: string | null }> {
  const { db } = database;
  const order = {
    source: 'linkage',
    key: fault,
    target: 1,
    byName: 'Alarm',
    byId: null,
    remark: fault,
  } as const;
  const command = await db.transaction().execute((trx) => giveOrder(trx, outputs.get(fault) ?? 0, order));
  const look = async () =>
    (
      await sql<{ state: string; reason: string | null; over: boolean }>`
        select state, reason, ended_at is not null as over from control_command where id = ${command?.id ?? 0}`.execute(
        db,
      )
    ).rows[0];
  await eventually(`${fault} ends`, async () => (await look())?.over === true);
  const end = await look();
  return { state: end?.state ?? '', reason: end?.reason ?? null };
}

const writesOf = (fault: string): number =>
  relay.writes.filter(({ device }) => device === deviceOf(fault)).length;

describe('a command to an output behind a gateway', () => {
  it('ends as it must for each fault, and arrives exactly once', async () => {
    await Promise.all(
      FAULTS.map(async ([fault, state, reason]) =>
        expect([fault, await ordered(fault)]).toEqual([fault, { state, reason }]),
      ),
    );
    expect(FAULTS.map(([fault]) => writesOf(fault))).toEqual(FAULTS.map(() => 1));
    // What a gateway says of a success is no ground of it.
    const { rows } = await sql<{
      detail: unknown;
    }>`select detail from control_command where key = 'ok'`.execute(database.db);
    expect(rows).toEqual([{ detail: null }]);
    // The same order again is the same command.
    expect(await ordered('ok')).toEqual({ state: 'verified', reason: null });
    expect(writesOf('ok')).toBe(1);
  }, 30_000);

  it('reaches one that is connected itself', async () => {
    expect(await ordered(ITSELF)).toEqual({ state: 'verified', reason: null });
    expect(writesOf(ITSELF)).toBe(1);
  }, 20_000);

  it('that is away is refused, and arrives never when it is back', async () => {
    await relay.leave();
    await eventually('it is gone', async () => {
      const { rows } = await sql<{
        gone: boolean;
      }>`select disconnected_at is not null as gone from gateway_state`.execute(database.db);
      return rows[0]?.gone === true;
    });
    expect(await ordered('absent')).toEqual({ state: 'refused', reason: 'deviceAway' });
    await relay.comeBack();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(writesOf('absent')).toBe(0);
  }, 30_000);
});
