import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#test/broker.ts';
import {
  buildChargeScene,
  type ChargeScene,
  type EnteredPile,
  sessionRow,
  TAG,
} from '#test/build/chargeScene.ts';

// The order and shape in which an open simulator of chargers (solidstudiosh/ocpp-virtual-charge-point, 1.6) sends: it does not
// wait for answers, its registers begin at 0, ends carry signed values, and it answers calls before it acts.
let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const now = (): string => new Date().toISOString();
const status = (connectorId: number, name: string) => ['StatusNotification', { connectorId, errorCode: 'NoError', status: name }] as const; // prettier-ignore
const register = (kWh: string) => [
  {
    timestamp: now(),
    sampledValue: [{ value: kWh, measurand: 'Energy.Active.Import.Register', unit: 'kWh' }],
  },
];
const SIGNED = {
  value: JSON.stringify({
    signedMeterData: 'T0NNRnw='.repeat(40),
    encodingMethod: 'OCMF',
    publicKey: 'MFk=',
  }),
  format: 'SignedData',
  context: 'Transaction.End',
};

it('starts, charges and ends sessions as an open simulator sends them', async () => {
  const { id, charger } = await scene.pile({ connectors: 2 }, { connectors: 2 });
  await charger.connect({ boot: false });
  const first = await Promise.all([
    charger.call('BootNotification', {
      chargePointVendor: 'Solidstudio',
      chargePointModel: 'VirtualChargePoint',
      chargePointSerialNumber: 'S001',
      firmwareVersion: '1.0.0',
    }),
    charger.call(...status(1, 'Available')),
    charger.call(...status(2, 'Available')),
  ]);
  expect(first[0]).toMatchObject({ status: 'Accepted', interval: 60 });
  expect(await charger.call('Authorize', { idTag: TAG })).toEqual({ idTagInfo: { status: 'Accepted' } });
  const [started] = await Promise.all([
    charger.call('StartTransaction', { connectorId: 1, idTag: TAG, meterStart: 0, timestamp: now() }),
    charger.call(...status(1, 'Charging')),
  ]);
  const transactionId = Number(started['transactionId']);
  await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: register('0.15') });
  await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: register('0.3000001') });
  const reasons = ['Local', undefined] as const;
  const ends = await Promise.all(
    reasons.map((reason) =>
      charger.call('StopTransaction', {
        transactionId,
        meterStop: 450,
        timestamp: now(),
        ...(reason ? { reason } : {}),
        transactionData: [{ timestamp: now(), sampledValue: [SIGNED] }],
      }),
    ),
  );
  expect(ends).toEqual([{}, {}]);
  await charger.call(...status(1, 'Available'));
  expect(await sessionRow(scene.product, transactionId)).toMatchObject({
    state: '2',
    energy: 0.45,
    doubt: null,
  });
  // A refused tag: it ends at once, with a register of 0.
  const refused = await charger.call('StartTransaction', { connectorId: 2, idTag: 'AABBCCDD', meterStart: 0, timestamp: now() }); // prettier-ignore
  expect(refused['idTagInfo']).toEqual({ status: 'Invalid' });
  const other = Number(refused['transactionId']);
  await charger.call('StopTransaction', {
    transactionId: other,
    meterStop: 0,
    reason: 'DeAuthorized',
    timestamp: now(),
  });
  expect(await sessionRow(scene.product, other)).toMatchObject({ state: '2', energy: 0, totalFee: 0 });
  for (const name of ['Preparing', 'SuspendedEV', 'SuspendedEVSE', 'Finishing', 'Reserved', 'Unavailable'])
    expect(await charger.call(...status(1, name))).toEqual({});
  await charger.call('StatusNotification', { connectorId: 1, errorCode: 'HighTemperature', status: 'Faulted', info: 'x', vendorId: 'v', vendorErrorCode: '7' }); // prettier-ignore
  expect(await charger.call('FirmwareStatusNotification', { status: 'Idle' })).toEqual({});
  expect(await charger.call('DiagnosticsStatusNotification', { status: 'Idle' })).toEqual({});
  expect(await charger.call('DataTransfer', { vendorId: 'v', messageId: 'm', data: 'd' })).toEqual({ status: 'UnknownVendorId' }); // prettier-ignore
  expect(await charger.call('Heartbeat', {})).toHaveProperty('currentTime');
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from charge_session where pile_id = ${id}`.execute(scene.product.database.db); // prettier-ignore
  expect(rows[0]?.n).toBe(2);
});

// As many chargers as a large park has: only in the whole matrix.
it.skipIf(!process.env['TEST_ALL'])(
  'takes 500 chargers at once: each session is made once and settled',
  async () => {
    const piles: EnteredPile[] = [];
    for (let i = 0; i < 500; i++) piles.push(await scene.pile());
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
