import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEnterprise, PASSWORD } from '#test/build.ts';
import { buildChargeScene, type ChargeScene } from '#test/build/chargeScene.ts';
import { ok } from '#test/product.ts';
import { SimulatedCharger } from '../../../../../simulator/charger/charger.ts';
import type { PileCommandWire } from '../contract.ts';
import type { PileSettings } from '../contract/setting.ts';

const AT = '/api/archive/chargePile';
let scene: ChargeScene;
beforeAll(async () => {
  scene = await buildChargeScene();
}, 60_000);
afterAll(() => scene.close());

const command = (pileId: number, more: object) =>
  scene.enterprise.client
    .in('en')
    .post<PileCommandWire>(`${AT}/command`, { pileId, password: PASSWORD, ...more });
const settingsOf = async (pileId: number): Promise<PileSettings> =>
  ok(await scene.operator.get<PileSettings>(`${AT}/getSettings`, { pileId }));

it('settings are read, changed and read again, with what they leave in doubt; secrets are never kept', async () => {
  const { id, charger } = await scene.pile();
  expect(await settingsOf(id)).toEqual({ readAt: null, settings: [], doubts: [] });
  await charger.connect();
  ok(await command(id, { kind: 'readSettings' }));
  const read = await settingsOf(id);
  expect(read.readAt).toBeGreaterThan(Date.now() - 60_000);
  expect(read.doubts).toEqual([]);
  expect(read.settings).toContainEqual({ key: 'MeterValueSampleInterval', value: '60', readOnly: false });
  expect(read.settings).toContainEqual({ key: 'AuthorizationKey', value: null, readOnly: false });
  const change = async (settingKey: string, settingValue: string) => {
    const { state, detail } = ok(await command(id, { kind: 'changeSetting', settingKey, settingValue }));
    return [state, detail];
  };
  expect(await change('metervaluesampleinterval', '0')).toEqual(['rejected', 'NotSupported']);
  expect(await change('MeterValueSampleInterval', '0')).toEqual(['accepted', 'Accepted']);
  expect(await change('SupportedFeatureProfiles', 'Core')).toEqual(['rejected', 'Rejected']);
  expect(charger.settings.get('MeterValueSampleInterval')?.value).toBe('0');
  expect((await settingsOf(id)).doubts).toEqual(['noValues']);
  expect(await change('ClockAlignedDataInterval', '900')).toEqual(['accepted', 'RebootRequired']);
  expect(await change('MeterValuesSampledData', '')).toEqual(['accepted', 'Accepted']);
  ok(await command(id, { kind: 'readSettings' }));
  expect((await settingsOf(id)).doubts).toEqual(['noPower']);
  const given = ok(await scene.enterprise.client.get<PileCommandWire[]>(`${AT}/getCommands`, { pileId: id }));
  expect(given[1]).toMatchObject({ settingKey: 'MeterValuesSampledData', settingValue: '' });
});

it.each([
  [{ kind: 'changeSetting', settingValue: '1' }, 'settingKey'],
  [{ kind: 'changeSetting', settingKey: 'AuthorizationKey', settingValue: 'x' }, 'settingKey'],
  [{ kind: 'changeSetting', settingKey: 'Url', settingValue: 'wss://a:b@c.example' }, 'settingKey'],
  [{ kind: 'changeSetting', settingKey: 'k'.repeat(51), settingValue: '1' }, 'settingKey'],
  [{ kind: 'changeSetting', settingKey: 'Key', settingValue: 'a\u0000b' }, 'settingValue'],
  [{ kind: 'unlock' }, 'connector'],
  [{ kind: 'unlock', connector: 0 }, 'connector'],
])('%j is refused at its field, and nothing is sent', async (asked, field) => {
  const { id, charger } = await scene.pile();
  await charger.connect();
  expect(await command(id, asked)).toMatchObject({ code: 400, field });
  expect(charger.heard).toEqual([]);
});

it('a charger is unlocked, tells how it stands when it is asked, and refuses where it cannot', async () => {
  const { id, charger } = await scene.pile();
  await charger.connect();
  expect(ok(await command(id, { kind: 'unlock', connector: 1 }))).toMatchObject({ state: 'accepted' });
  expect(ok(await command(id, { kind: 'askState', connector: 1 }))).toMatchObject({ state: 'accepted' });
  charger.faults.rejects = true;
  expect(ok(await command(id, { kind: 'unlock', connector: 1 }))).toMatchObject({ state: 'rejected', detail: 'UnlockFailed' }); // prettier-ignore
  expect(charger.heard).toEqual([
    ['UnlockConnector', { connectorId: 1 }],
    ['TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 1 }],
    ['UnlockConnector', { connectorId: 1 }],
  ]);
});

/** It answers with more than its schema allows. */
class OddCharger extends SimulatedCharger {
  protected override answer(id: string): void {
    this.reply(id, { status: 'Accepted', more: 1 });
  }
}

it('whether a charger did what it was told is unknown where its answer cannot be read', async () => {
  const { id, charger } = await scene.pile();
  const odd = new OddCharger(charger.options);
  await odd.connect();
  expect(ok(await command(id, { kind: 'unlock', connector: 1 }))).toMatchObject({ state: 'unknown' });
  odd.cut();
});

it('settings of another enterprise are not there', async () => {
  const { id } = await scene.pile();
  const other = await buildEnterprise(scene.product);
  expect(await other.client.get(`${AT}/getSettings`, { pileId: id })).toMatchObject({ code: 404 });
  const { rows } = await sql`select from charge_setting where setting_value like '%key of%'`.execute(
    scene.product.database.db,
  );
  expect(rows).toEqual([]);
});
