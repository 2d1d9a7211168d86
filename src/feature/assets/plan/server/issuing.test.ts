import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { silent } from '#server/database/log.ts';
import { addTestGateway, eventually, openTestBroker, type TestBroker } from '#test/broker.ts';
import { buildMeters } from '#test/build/meter.ts';
import { addPlan, addStation } from '#test/build/storage.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type EmsFault, EmsStation } from '../../../../../simulator/device/emsStation.ts';
import { startIssuing } from './public.ts';

const TIMEOUT_MS = 700;

/** What each fault comes to: state, outcome of each attempt, how often the device loaded it. */
const FAULTS: readonly (readonly [EmsFault | 'ok', string, readonly string[], number])[] = [
  ['ok', 'accepted', ['accepted'], 1],
  ['clips', 'accepted', ['accepted'], 1],
  ['twice', 'accepted', ['accepted'], 1],
  ['slow', 'accepted', ['accepted'], 1],
  ['refuses', 'refused', ['refused'], 0],
  ['wrongHash', 'refused', ['wrongHash'], 0],
  ['wrongVersion', 'refused', ['wrongVersion'], 0],
  ['garbage', 'unanswered', ['silent', 'silent', 'silent'], 0],
  ['silent', 'unanswered', ['silent', 'silent', 'silent'], 0],
  ['mute', 'unanswered', ['silent', 'silent', 'silent'], 1],
];

let database: TestDatabase;
let broker: TestBroker;
let ems: EmsStation;
let senders: { stop(): Promise<void> }[] = [];
let place: { consumerId: number; siteId: number; meterIds: number[] };
let gatewayId = 0;
let token = '';

const start = (): void => {
  const { db, pool } = database;
  senders.push(startIssuing({ db, pool, log: silent, external: false, timeoutMs: TIMEOUT_MS }));
};

beforeAll(async () => {
  database = await createTestDatabase();
  broker = await openTestBroker(database);
  place = await buildMeters(database.db, { meters: 30 });
  ({ id: gatewayId, token } = await addTestGateway(database.db, place.consumerId));
  ems = await EmsStation.connect({ url: `mqtt://127.0.0.1:${broker.mqttPort}`, token, slowMs: 300 });
  // Two workers: each attempt belongs to one of them.
  start();
  start();
}, 60_000);
afterAll(async () => {
  await Promise.all(senders.map((one) => one.stop()));
  await ems.leave();
  await broker.close();
  await database.close();
});

let used = 0;

/** An approved plan of a station of its own. */
async function planned(deviceName: string, version = 1, points: readonly number[] = ZERO_POINTS) {
  const { db } = database;
  const { consumerId, siteId, meterIds } = place;
  const stationMeterId = meterIds[used++] ?? 0;
  const stationId = await addStation(db, { consumerId, siteId, stationMeterId, gatewayId, deviceName });
  return { stationId, planCurveId: await addPlan(db, { stationId, consumerId, version, points }) };
}

async function issue(planCurveId: number): Promise<void> {
  await sql`update plan_curve set plan_state = 'issued', issued_at = now(), attempts = 0, _next_at = null
    where id = ${planCurveId}`.execute(database.db);
  await sql`select pg_notify('plan_issue', '')`.execute(database.db);
}

const stateOf = async (id: number): Promise<string> =>
  (await sql<{ s: string }>`select plan_state as s from plan_curve where id = ${id}`.execute(database.db))
    .rows[0]?.s ?? '';
const repliesOf = async (id: number): Promise<string[]> =>
  (
    await sql<{
      k: string;
    }>`select reply_kind as k from plan_reply where plan_curve_id = ${id} order by id`.execute(database.db)
  ).rows.map(({ k }) => k);
const ended = async (id: number): Promise<string> => {
  await eventually('it is settled', async () => (await stateOf(id)) !== 'issued', 20_000);
  return stateOf(id);
};

describe('a plan that is issued', () => {
  it('comes to what each fault of the device means, and is loaded once at most', async () => {
    await Promise.all(
      FAULTS.map(async ([fault, state, replies, loads]) => {
        const device = `ems ${fault}`;
        if (fault !== 'ok') ems.faults.set(device, fault);
        const { planCurveId } = await planned(device);
        await issue(planCurveId);
        expect([fault, await ended(planCurveId)]).toEqual([fault, state]);
        expect([fault, await repliesOf(planCurveId)]).toEqual([fault, replies]);
        expect([fault, ems.loads.filter((one) => one.device === device).length]).toEqual([fault, loads]);
      }),
    );
  }, 40_000);

  it('that nobody answered is accepted when it is issued again, and still loaded once', async () => {
    const { planCurveId } = await planned('ems late');
    ems.faults.set('ems late', 'mute');
    await issue(planCurveId);
    expect(await ended(planCurveId)).toBe('unanswered');
    ems.faults.delete('ems late');
    await issue(planCurveId);
    expect(await ended(planCurveId)).toBe('accepted');
    expect(await repliesOf(planCurveId)).toEqual(['silent', 'silent', 'silent', 'accepted']);
    expect(ems.loads.filter((one) => one.device === 'ems late')).toHaveLength(1);
  }, 20_000);

  it('waits for a gateway that is away, and arrives when it is back in time', async () => {
    const { planCurveId } = await planned('ems away');
    await ems.leave();
    await issue(planCurveId);
    await eventually('an attempt found nobody', async () => (await repliesOf(planCurveId)).length === 1);
    await ems.comeBack();
    expect(await ended(planCurveId)).toBe('accepted');
    expect((await repliesOf(planCurveId))[0]).toBe('absent');
    expect(ems.loads.filter((one) => one.device === 'ems away')).toHaveLength(1);
  }, 20_000);

  it('takes the place of the version before it, and an older one is refused by the device', async () => {
    const { stationId, planCurveId } = await planned('ems next');
    await issue(planCurveId);
    expect(await ended(planCurveId)).toBe('accepted');
    const points = [...ZERO_POINTS].fill(5, 0, 4);
    const second = await addPlan(database.db, {
      stationId,
      consumerId: place.consumerId,
      version: 2,
      points,
    });
    await issue(second);
    expect(await ended(second)).toBe('accepted');
    expect(await stateOf(planCurveId)).toBe('revoked');
    expect(ems.planOf('ems next', (await dateOf(second)) ?? '')?.points.slice(0, 5)).toEqual([5, 5, 5, 5, 0]);
  }, 20_000);

  it('whose sender died is taken up by another', async () => {
    const { planCurveId } = await planned('ems orphan');
    await sql`update plan_curve set plan_state = 'issued', issued_at = now(), attempts = 1,
      _attempt_at = now() - interval '1 minute' where id = ${planCurveId}`.execute(database.db);
    expect(await ended(planCurveId)).toBe('accepted');
    expect(await repliesOf(planCurveId)).toEqual(['senderGone', 'accepted']);
    expect(ems.loads.filter((one) => one.device === 'ems orphan')).toHaveLength(1);
  }, 20_000);
});

const dateOf = async (id: number): Promise<string | undefined> =>
  (
    await sql<{ d: string }>`select plan_date::text as d from plan_curve where id = ${id}`.execute(
      database.db,
    )
  ).rows[0]?.d;

describe('the database', () => {
  it('keeps what was submitted, sends nothing unapproved and ends nothing twice', async () => {
    const { db } = database;
    const { planCurveId } = await planned('ems rules');
    const change = (set: string) =>
      sql`update plan_curve set ${sql.raw(set)} where id = ${planCurveId}`.execute(db);
    await expect(change(`curve = '{"points": []}'`)).rejects.toThrow('stays as it is');
    await expect(change(`plan_state = 'accepted'`)).rejects.toThrow('accepted when it was issued');
    await change(`plan_state = 'revoked'`);
    await expect(change(`plan_state = 'issued'`)).rejects.toThrow('has ended');
    await expect(sql`update plan_reply set reply_kind = 'accepted'`.execute(db)).rejects.toThrow(
      'never changed',
    );
    await expect(sql`delete from plan_reply`.execute(db)).rejects.toThrow('never changed');
  });
});
