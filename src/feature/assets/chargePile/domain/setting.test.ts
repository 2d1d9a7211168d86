import { expect, it } from 'vitest';
import { isSecretSetting, measuringDoubts } from './setting.ts';

const told = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, readOnly: false }));
const DATA = 'Energy.Active.Import.Register,Power.Active.Import,SoC';

it.each([
  [{ MeterValueSampleInterval: '60', MeterValuesSampledData: DATA }, []],
  [{ metervaluesampleinterval: '60' }, []],
  [{ MeterValueSampleInterval: '0', ClockAlignedDataInterval: '0' }, ['noValues']],
  [{ MeterValueSampleInterval: '0', ClockAlignedDataInterval: '900' }, []],
  // Of one of them nothing is known.
  [{ MeterValueSampleInterval: '0' }, []],
  [{ MeterValueSampleInterval: 'soon', ClockAlignedDataInterval: '0' }, []],
  [{ MeterValueSampleInterval: '3600', ClockAlignedDataInterval: '0' }, ['seldom']],
  [{ MeterValuesSampledData: 'Voltage, Power.Active.Import' }, ['noRegister']],
  [{ MeterValuesSampledData: 'Energy.Active.Import.Register' }, ['noPower']],
  [{ MeterValuesSampledData: '' }, ['noPower']],
  [{ MeterValuesSampledData: null }, []],
  [{}, []],
] as const)('settings %j leave in doubt: %j', (values, doubts) => {
  expect(measuringDoubts(told(values))).toEqual(doubts);
});

it.each([
  ['AuthorizationKey', '', true],
  ['WiFiPassword', '', true],
  ['apn_secret', '', true],
  ['VpnPsk', '', true],
  ['ServerUrl', 'wss://name:key@central.example/ocpp', true],
  ['ServerUrl', 'wss://central.example/ocpp', false],
  ['HeartbeatInterval', '60', false],
  ['AuthorizeRemoteTxRequests', 'true', false],
])('of %s = %s says that it is a secret: %s', (key, value, secret) => {
  expect(isSecretSetting(key, value)).toBe(secret);
});
