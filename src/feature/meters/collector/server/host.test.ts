import { expect, it } from 'vitest';
import { refusedHost, refusedOutward, resolveHost, resolveOutward } from './host.ts';

const none: ReadonlySet<string> = new Set();
const METADATA = ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '::ffff:100.100.100.200'];

it('keeps servers of enterprises out of inner networks, and says what lets them in', async () => {
  for (const address of [
    '10.0.0.5',
    '172.31.9.9',
    '192.168.1.2',
    '100.64.0.1',
    'fd12::1',
    'FD12:0::1',
    '::ffff:10.0.0.5',
  ]) {
    const told = refusedOutward(address, 9200, none);
    expect(told?.en, address).toContain('has to be listed in the setting OUTWARD_ALLOW');
    expect(told?.zh, address).toContain('列入设置 OUTWARD_ALLOW');
    expect(await resolveOutward(address, 9200, none), address).toEqual({ refused: told });
    // Meters and cameras live there.
    expect(refusedHost(address, 502, none), address).toBeNull();
  }
  expect(await resolveOutward('203.0.113.5', 443, none)).toEqual({ address: '203.0.113.5' });
  const listed = new Set(['10.0.0.5:9200']);
  expect(await resolveOutward('10.0.0.5', 9200, listed)).toEqual({ address: '10.0.0.5' });
  expect(refusedOutward('10.0.0.5', 9201, listed)).not.toBeNull();
});

it('judges the address that a name leads to', async () => {
  expect(await resolveOutward('localhost', 80, none)).toMatchObject({ refused: { en: expect.any(String) } });
  expect(await resolveHost('localhost', 80, none)).toMatchObject({ refused: { en: expect.any(String) } });
});

it('knows this machine however its address is written', () => {
  for (const address of [
    '0:0:0:0:0:0:0:1',
    '::1%lo',
    '::FFFF:127.0.0.1',
    '0:0:0:0:0:ffff:7f00:1',
    '64:ff9b::7f00:1',
  ])
    expect(refusedHost(address, 80, none), address).not.toBeNull();
});

it('never asks the metadata of a cloud, whatever is allowed', async () => {
  for (const address of METADATA) {
    const all = new Set(['*', address]);
    for (const told of [refusedHost(address, 80, all), refusedOutward(address, 80, all)])
      expect(told?.en, address).toContain('tells the metadata of a cloud and is not allowed');
    expect(await resolveHost(address, 80, all), address).toHaveProperty('refused');
  }
});

it('never reaches the port of the database or the broker, and other ports there only where they are listed', async () => {
  const closed = ['!10.0.0.9:1883', '!localhost:5432'];
  const only = new Set(closed);
  const listed = new Set([...closed, '10.0.0.9:502', '127.0.0.1']);
  const all = new Set([...closed, '*']);
  for (const list of [only, listed, all]) {
    for (const [host, port] of [
      ['10.0.0.9', 1883],
      ['::ffff:10.0.0.9', 1883],
      ['127.0.0.1', 5432],
    ] as const)
      for (const way of [resolveHost, resolveOutward])
        expect(await way(host, port, list), `${host}:${port}`).toHaveProperty('refused');
    expect(refusedHost('10.0.0.9', 1883, list)?.en).toContain('is a server of the platform');
    expect(refusedHost('LOCALHOST', 5432, list)).not.toBeNull();
  }
  expect(await resolveHost('10.0.0.9', 502, only)).toHaveProperty('refused');
  expect(refusedHost('10.0.0.9', 502, only)).not.toBeNull();
  expect(await resolveHost('10.0.0.9', 502, listed)).toEqual({ address: '10.0.0.9' });
  expect(await resolveHost('127.0.0.1', 1502, listed)).toEqual({ address: '127.0.0.1' });
  expect(await resolveHost('10.0.0.8', 1883, only)).toEqual({ address: '10.0.0.8' });
});
