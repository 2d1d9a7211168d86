import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { relayFaultsOf, RELAY_BOXES } from '../demonstration/relayFaults.ts';
import { FaultBoard } from '../plant/liveFault.ts';
import { type Console, openConsole } from './console.ts';

const board = new FaultBoard();
let open: Console;
beforeAll(async () => {
  open = await openConsole(
    0,
    board,
    () => [
      { name: 'steel/HL-01', meters: ['E-101', 'E-102'] },
      { name: 'campus/EMS', meters: ['B-01', 'B-03'], cells: ['B-03'] },
      { name: 'steel/modbus', meters: ['E-126'], channelId: 1 },
    ],
    () => [],
    RELAY_BOXES,
  );
});
afterAll(() => open.close());

const post = async (body: unknown, headers: Record<string, string> = { 'x-meterhouse': '1' }) => {
  const reply = await fetch(`http://127.0.0.1:${open.port}/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as { error?: string } };
};

it('shows the page and switches faults on and off', async () => {
  const page = await fetch(`http://127.0.0.1:${open.port}/`);
  expect(await page.text()).toContain('模拟工厂');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect((await post({ kind: 'gap', target: 'E-101', on: true })).status).toBe(200);
  expect((await post({ kind: 'drift', target: 'steel/HL-01', on: true, amount: -60 })).status).toBe(200);
  expect(board.list()).toMatchObject([
    { kind: 'gap', target: 'E-101' },
    { kind: 'drift', target: 'steel/HL-01', amount: -60 },
  ]);
  await post({ kind: 'gap', target: 'E-101', on: false });
  expect(board.find('gap', 'E-101')).toBeUndefined();
  expect((await post({ kind: 'cellDrift', target: 'B-03', on: true })).status).toBe(200);
  const told = board.told('B-03', 0, () => ({ BVX: 3.31, BVN: 3.3, BTX: 30 }));
  expect(told?.values).toEqual({ BVX: 3.31, BVN: 3.22, BTX: 30 });
  await post({ kind: 'clear' });
  expect(board.list()).toEqual([]);
});

it('switches the faults of both relay boxes, each in its own words', async () => {
  const [modbus, mqtt] = RELAY_BOXES;
  const faultOf = relayFaultsOf(board);
  expect([faultOf.modbus(), faultOf.mqtt()]).toEqual([undefined, undefined]);
  expect((await post({ kind: 'relayStuck', target: modbus.name, on: true })).status).toBe(200);
  expect((await post({ kind: 'relayMute', target: mqtt.name, on: true })).status).toBe(200);
  expect([faultOf.modbus(), faultOf.mqtt()]).toEqual(['stuck', 'moves']);
  // Each has faults that the other has not.
  expect((await post({ kind: 'relayTwice', target: modbus.name, on: true })).status).toBe(400);
  expect((await post({ kind: 'relayLost', target: mqtt.name, on: true })).status).toBe(400);
  expect((await post({ kind: 'relayStuck', target: 'steel/HL-01', on: true })).status).toBe(400);
  const state = (await (await fetch(`http://127.0.0.1:${open.port}/state`)).json()) as { boxes: unknown };
  expect(state.boxes).toEqual(RELAY_BOXES);
  await post({ kind: 'clear' });
  expect([faultOf.modbus(), faultOf.mqtt()]).toEqual([undefined, undefined]);
});

it('refuses what makes no sense and pages of elsewhere', async () => {
  for (const body of [
    { kind: 'fire', target: 'E-101' },
    { kind: 'gap', target: 'E-999' },
    { kind: 'late', target: 'steel/modbus' },
    { kind: 'cellDrift', target: 'B-01' },
    { kind: 'drift', target: 'steel/HL-01', amount: 1e9 },
    null,
  ])
    expect((await post(body)).body.error, JSON.stringify(body)).toBeTruthy();
  expect((await post({ kind: 'gap', target: 'E-101' }, {})).status).toBe(404);
  const status = await new Promise((resolve) => {
    request(
      { host: '127.0.0.1', port: open.port, path: '/state', headers: { host: 'evil.example' } },
      (reply) => resolve(reply.statusCode),
    ).end();
  });
  expect(status).toBe(403);
  const foreign = { 'x-meterhouse': '1', origin: 'http://evil.example' };
  expect((await post({ kind: 'gap', target: 'E-101', on: true }, foreign)).status).toBe(403);
  expect(board.list()).toEqual([]);
});
