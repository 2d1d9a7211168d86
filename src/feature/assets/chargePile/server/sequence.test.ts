import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { eventually } from '#test/broker.ts';
import { PASSWORD } from '#test/build.ts';
import {
  buildChargeScene,
  type ChargeScene,
  type EnteredPile,
  sessionRow,
  TAG,
} from '#test/build/chargeScene.ts';
import { ok } from '#test/product.ts';
import { CallError } from '../../../../../simulator/charger/charger.ts';
import { EagerCharger } from '../../../../../simulator/charger/eagerCharger.ts';
import type { ConnectorWire, PileCommandWire, PileEventWire, PileWire, SessionCurve } from '../contract.ts';
import type { PileSettings } from '../contract/setting.ts';

// The order and shape in which an open simulator of chargers (solidstudiosh/ocpp-virtual-charge-point, 1.6) tells and answers: by a
// charger of our own, with values of our own.
let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const AT = '/api/archive/chargePile';
const chargers: EagerCharger[] = [];
afterAll(() => chargers.forEach((charger) => charger.cut()));

/** A charger with two connectors that does not wait for answers, connected. */
async function eager() {
  const entered = await scene.pile(
    { connectors: 2, ratedPower: 14 },
    { connectors: 2, power: 7, lateMs: 3_600_000 },
  );
  const { id } = entered;
  const charger = new EagerCharger(entered.charger.options);
  chargers.push(charger);
  await charger.connect();
  return {
    id,
    charger,
    command: async (kind: string, more: object = {}): Promise<PileCommandWire> =>
      ok(
        await scene.enterprise.client.post<PileCommandWire>(`${AT}/command`, {
          pileId: id,
          kind,
          password: PASSWORD,
          ...more,
        }),
      ),
    connector: async (number: number): Promise<ConnectorWire | undefined> => {
      const { consumerId } = scene.enterprise;
      const live = ok(await scene.operator.get<PileWire[]>(`${AT}/getLive`, { consumerId }));
      return live
        .find(({ pileId }) => pileId === id)
        ?.connectors.find(({ connector }) => connector === number);
    },
    events: async (): Promise<string[]> =>
      ok(
        await scene.operator.get<Page<PileEventWire>>(`${AT}/getEvents`, { pileId: id, pageSize: 100 }),
      ).list.map(({ kind }) => kind),
    session: async (number = 1): Promise<number> => {
      await eventually('it charges', () => charger.connectors[number - 1]?.session != null);
      return charger.connectors[number - 1]?.session?.id ?? 0;
    },
  };
}

const stateOf = async (session: number): Promise<unknown> =>
  (await sessionRow(scene.product, session))['state'];

describe('a charger that does not wait for answers', () => {
  it('starts up, is told to charge, tells its register and is told to end', async () => {
    const { charger, command, connector, session } = await eager();
    const [boot, ...states] = await Promise.all(charger.told);
    expect([boot, states]).toMatchObject([{ status: 'Accepted', interval: 60 }, [{}, {}]]);
    expect([(await connector(1))?.status, (await connector(2))?.status]).toEqual(['Available', 'Available']);
    // It does not choose a connector by itself.
    expect(await command('remoteStart', { idTag: TAG })).toMatchObject({ state: 'rejected' });
    expect(await command('remoteStart', { idTag: TAG, connector: 1 })).toMatchObject({ state: 'accepted' });
    const id = await session();
    expect(await command('remoteStart', { idTag: TAG, connector: 1 })).toMatchObject({ state: 'rejected' });
    for (const ms of [15_001, 15_003, 15_007, 90_011]) await charger.charge(1, ms);
    expect(await connector(1)).toMatchObject({ status: 'Charging', session: { sessionId: id, idTag: TAG } });
    const curve = ok(await scene.operator.get<SessionCurve>('/api/archive/chargeSession/getCurve', { id }));
    // Every register counts, however many digits it is told with.
    expect([curve.points.length, curve.ignored]).toEqual([5, 0]);
    expect(curve.points.at(-1)?.energy).toBeCloseTo((charger.connectors[0]?.register ?? 0) / 1000, 6);
    const told = Math.floor(charger.connectors[0]?.register ?? 0) / 1000;
    expect(await command('remoteStop', { sessionId: id })).toMatchObject({ state: 'accepted' });
    await eventually('it has ended', async () => (await stateOf(id)) === '2');
    // An end without a reason is one at the charger (OCPP 1.6 section 6.47).
    expect(await sessionRow(scene.product, id)).toMatchObject({ energy: told, doubt: null, reason: 'Local' });
    await eventually('it is free', async () => (await connector(1))?.status === 'Available');
    await Promise.all(charger.told);
  });

  it('whose tag is refused ends at once, with nothing to pay', async () => {
    const { id, command, connector } = await eager();
    expect(await command('remoteStart', { idTag: 'AABBCCDD', connector: 2 })).toMatchObject({
      state: 'accepted',
    });
    const ended = async () =>
      (
        await sql<{ id: number; state: string }>`select id, session_state as state from charge_session
          where pile_id = ${id}`.execute(scene.product.database.db)
      ).rows;
    await eventually('it has ended', async () => (await ended())[0]?.state === '2');
    const [only, ...more] = await ended();
    expect(more).toEqual([]);
    expect(await sessionRow(scene.product, only?.id ?? 0)).toMatchObject({ energy: 0, totalFee: 0, reason: 'DeAuthorized' }); // prettier-ignore
    await eventually('it is free', async () => (await connector(2))?.status === 'Available');
  });

  it('that restarts and forgets its session leaves none that goes on; a late end settles it', async () => {
    const { charger, command, connector, events, session } = await eager();
    await charger.start(1, TAG);
    const lost = await session();
    await charger.charge(1, 600_000);
    expect(await command('hardReset')).toMatchObject({ state: 'accepted' });
    const boots = async () => (await events()).filter((kind) => kind === 'boot').length;
    await eventually('it is there again', async () => (await boots()) === 2);
    await eventually('its session is interrupted', async () => (await stateOf(lost)) === '3');
    expect(await connector(1)).toMatchObject({ status: 'Available', session: null });
    // It knows nothing of it any more.
    expect(await command('remoteStop', { sessionId: lost })).toMatchObject({ state: 'rejected' });
    await charger.start(1, TAG);
    const next = await session();
    expect(next).not.toBe(lost);
    const end = { transactionId: lost, meterStop: 1200, timestamp: charger.now(), reason: 'PowerLoss' };
    expect(await charger.call('StopTransaction', end)).toEqual({});
    expect([await stateOf(lost), await stateOf(next)]).toEqual(['2', '1']);
    expect(await sessionRow(scene.product, lost)).toMatchObject({ energy: 1.2, reason: 'PowerLoss' });
  });

  it('answers whatever it is told, and its answers are taken as they are', async () => {
    const { id, charger, command, connector } = await eager();
    expect(await command('unavailable', { connector: 2 })).toMatchObject({ state: 'accepted' });
    await eventually('it says so', async () => (await connector(2))?.status === 'Unavailable');
    expect(await command('available', { connector: 2 })).toMatchObject({ state: 'accepted' });
    expect(await command('limit', { power: 7 })).toMatchObject({ state: 'accepted' });
    expect(await command('clearLimit')).toMatchObject({ state: 'accepted' });
    const reserved = await command('reserve', { idTag: TAG, connector: 1, minutes: 5 });
    expect(await command('cancelReserve', { reservationId: reserved.commandId })).toMatchObject({ state: 'accepted' }); // prettier-ignore
    expect(await command('unlock', { connector: 1 })).toMatchObject({
      state: 'accepted',
      detail: 'Unlocked',
    });
    expect(await command('askState')).toMatchObject({ state: 'accepted' });
    expect(await command('readSettings')).toMatchObject({ state: 'accepted', detail: null });
    expect(await command('changeSetting', { settingKey: 'MeterValueSampleInterval', settingValue: '60' })).toMatchObject({ state: 'accepted' }); // prettier-ignore
    const { settings } = ok(await scene.operator.get<PileSettings>(`${AT}/getSettings`, { pileId: id }));
    expect(settings).toEqual([
      { key: 'GetConfigurationMaxKeys', value: '99', readOnly: true },
      { key: 'HeartbeatInterval', value: '300', readOnly: false },
    ]);
    expect(charger.heard.map(([method]) => method)).toEqual([
      'ChangeAvailability',
      'ChangeAvailability',
      'SetChargingProfile',
      'ClearChargingProfile',
      'ReserveNow',
      'CancelReservation',
      'UnlockConnector',
      'TriggerMessage',
      'GetConfiguration',
      'ChangeConfiguration',
    ]);
  });

  it('tells by hand whatever it likes, and is answered', async () => {
    const { charger, connector, events } = await eager();
    expect(await charger.call('Authorize', { idTag: TAG })).toEqual({ idTagInfo: { status: 'Accepted' } });
    expect(await charger.call('Authorize', { idTag: 'no such tag' })).toEqual({ idTagInfo: { status: 'Invalid' } }); // prettier-ignore
    for (const status of [
      'Preparing',
      'SuspendedEV',
      'SuspendedEVSE',
      'Finishing',
      'Reserved',
      'Unavailable',
    ])
      expect(await charger.status(1, status)).toEqual({});
    await charger.call('StatusNotification', { connectorId: 1, errorCode: 'HighTemperature', status: 'Faulted', info: 'x', vendorId: 'v', vendorErrorCode: '7' }); // prettier-ignore
    expect(await connector(1)).toMatchObject({ status: 'Faulted', errorCode: 'HighTemperature' });
    for (const method of ['FirmwareStatusNotification', 'DiagnosticsStatusNotification', 'SignedFirmwareStatusNotification', 'LogStatusNotification'])
      expect([method, await charger.call(method, { status: 'Idle' })]).toEqual([method, {}]); // prettier-ignore
    expect(await charger.call('DataTransfer', { vendorId: 'v', data: 'd' })).toEqual({ status: 'UnknownVendorId' }); // prettier-ignore
    expect(await charger.call('SecurityEventNotification', { type: 'FirmwareUpdated', timestamp: charger.now() })).toEqual({}); // prettier-ignore
    expect(await charger.call('SignCertificate', { csr: 'a request' })).toEqual({ status: 'Rejected' });
    const reserved = {
      connectorId: 1,
      idTag: TAG,
      meterStart: 0,
      reservationId: 44,
      timestamp: charger.now(),
    };
    expect(await charger.call('StartTransaction', reserved)).toMatchObject({ idTagInfo: { status: 'Accepted' } }); // prettier-ignore
    // Of a session that is none: taken, and noted.
    const values = (value: unknown, unit: string) => ({
      connectorId: 1,
      transactionId: 0,
      meterValue: [{ timestamp: charger.now(), sampledValue: [{ value, measurand: 'Power.Active.Import', unit }] }], // prettier-ignore
    });
    expect(await charger.call('MeterValues', values('0', 'Percent'))).toEqual({});
    expect(await charger.call('StopTransaction', { transactionId: 0, meterStop: 2000, timestamp: charger.now() })).toEqual({}); // prettier-ignore
    // A number where a text is due is refused with its error, and the line stays.
    const refused: unknown = await charger
      .call('MeterValues', values(1, 'kW'))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect((refused as CallError).code).toBe('TypeConstraintViolation');
    expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
    await eventually('what was odd is noted', async () => {
      const noted = new Set(await events());
      return ['security', 'refusedTag', 'orphanMeter', 'orphanStop', 'badMessage', 'fault'].every((kind) => noted.has(kind)); // prettier-ignore
    });
  });
});

// As many chargers as a large park has: only in the whole matrix.
it.skipIf(!process.env['TEST_ALL'])(
  'takes 500 chargers at once: each session is made once and settled',
  async () => {
    const piles: EnteredPile[] = [];
    for (let i = 0; i < 500; i++) piles.push(await scene.pile({}, { lateMs: 3_600_000 }));
    await Promise.all(piles.map(({ charger }) => charger.connect()));
    await Promise.all(
      piles.map(async ({ charger }, i) => {
        charger.faults.repeats = i % 3 === 0;
        await charger.begin(1, TAG);
        for (let k = 0; k < 3; k++) await charger.charge(1, 600_000);
        await charger.end(1);
      }),
    );
    const { rows } = await sql<{ n: number; energy: number; open: number }>`
      select count(*)::integer as n, sum(energy)::float8 as energy,
        (count(*) filter (where session_state <> '2'))::integer as open
      from charge_session where pile_id = any (${piles.map(({ id }) => id)})`.execute(
      scene.product.database.db,
    );
    expect(rows[0]).toEqual({ n: 500, energy: 1750, open: 0 });
    const online = await sql<{ n: number }>`select count(*)::integer as n from charge_link
      where disconnected_at is null and pile_id = any (${piles.map(({ id }) => id)})`.execute(
      scene.product.database.db,
    );
    expect(online.rows[0]?.n).toBe(500);
    await Promise.all(piles.map(({ charger }) => charger.close()));
    await eventually('all are seen as gone', async () => {
      const left = await sql`select from charge_link where disconnected_at is null
        and pile_id = any (${piles.map(({ id }) => id)})`.execute(scene.product.database.db);
      return left.rows.length === 0;
    });
  },
  180_000,
);
