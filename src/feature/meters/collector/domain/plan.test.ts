import { expect, it } from 'vitest';
import { backOff, nextTick } from './backOff.ts';
import { closedIn, isAllowed, outwardRefusalOf, refusalOf } from './host.ts';
import { type MapRow, faultOfAddress, faultOfRow, planOf } from './plan.ts';

const row = (change: Partial<MapRow> = {}): MapRow => ({
  dataCode: 'PP',
  registerAddress: '4096',
  readFunction: '3',
  valueType: 'u32',
  wordOrder: 'ABCD',
  scale: '0.01',
  unit: null,
  ...change,
});

it('a map becomes what is read; units are converted exactly', () => {
  const plan = planOf('1', [row(), row({ dataCode: 'PZ', registerAddress: '0x10', unit: 'W', scale: '1' })]);
  expect(plan).toMatchObject({
    kind: 'modbus',
    items: [
      { code: 'PP', fn: 3, address: 4096, words: 2, factor: { num: 1n, den: 100n } },
      { code: 'PZ', address: 16, factor: { num: 1n, den: 1000n } },
    ],
  });
  expect(planOf('2', []).items.map((item) => item.code)).toEqual(expect.arrayContaining(['PP4', 'PP5']));
  expect(planOf('3', [row({ registerAddress: '9010' })]).items).toMatchObject([{ identifier: '9010' }]);
});

it('says what is wrong with a row, by field', () => {
  expect(faultOfRow('1', row())).toBeNull();
  expect(faultOfRow('1', row({ registerAddress: '65535' }))).toMatchObject({ field: 'registerAddress' });
  expect(faultOfRow('1', row({ registerAddress: '40001x' }))).toMatchObject({ field: 'registerAddress' });
  expect(faultOfRow('2', row({ registerAddress: '9010' }))).toMatchObject({ field: 'registerAddress' });
  expect(faultOfRow('1', row({ unit: 'mA' }))).toMatchObject({ field: 'unit' });
  expect(faultOfRow('1', row({ unit: 'MWh' }))).toBeNull();
  expect(faultOfRow('1', row({ scale: '0' }))).toMatchObject({ field: 'scale' });
  expect(faultOfAddress('1', '256')).not.toBeNull();
  expect(faultOfAddress('1', '255')).toBeNull();
  expect(faultOfAddress('3', '123456789012')).toBeNull();
  expect(faultOfAddress('3', 'AB')).not.toBeNull();
});

it('knows addresses of this machine and its link in every form', () => {
  const refused = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '169.254.169.254'];
  for (const address of [...refused, 'fe80::1', '0.0.0.0', '::', '224.0.0.1', '255.255.255.255', 'ff02::1'])
    expect(refusalOf(address), address).not.toBeNull();
  for (const address of ['10.0.0.1', '192.168.1.5', '172.16.0.1', '8.8.8.8', 'fd00::1', '2001:db8::1'])
    expect(refusalOf(address), address).toBeNull();
  expect(isAllowed(new Set(['127.0.0.1:1502']), '127.0.0.1', 1502)).toBe(true);
  expect(isAllowed(new Set(['127.0.0.1:1502']), '127.0.0.1', 5432)).toBe(false);
});

it('tells inner networks and the own addresses from servers elsewhere', () => {
  const own = new Set(['203.0.113.9']);
  for (const address of [
    '8.8.8.8',
    '11.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '2400:3200::1',
  ])
    expect(outwardRefusalOf(address, own), address).toBeNull();
  for (const address of [
    '10.255.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.127.0.1',
    '198.18.0.1',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    '2002:a00:5::',
    '::a00:5',
    '64:ff9b::a00:5',
  ])
    expect(outwardRefusalOf(address, own), address).toBe('inner');
  expect(outwardRefusalOf('203.0.113.9', own)).toBe('own');
  expect(outwardRefusalOf('127.0.0.1', own)).toBe('loopback');
  expect(outwardRefusalOf('100.100.100.200', own)).toBe('metadata');
  expect(closedIn(new Set(['10.0.0.1', '*', '!db:5432', '!::1:1883']))).toEqual([
    { host: 'db', port: 5432 },
    { host: '::1', port: 1883 },
  ]);
});

it('waits longer and longer, never longer than five minutes, and reads on the grid', () => {
  const waits = Array.from({ length: 40 }, (_, n) => backOff(n, 1));
  expect(waits.slice(0, 4)).toEqual([0, 1000, 2000, 4000]);
  expect(Math.max(...waits)).toBe(300_000);
  expect(backOff(3, 0)).toBe(2000);
  expect(nextTick(60_000, 60_000)).toBe(120_000);
  expect(nextTick(61_234, 15_000)).toBe(75_000);
});
