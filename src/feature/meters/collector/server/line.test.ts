import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { eventually } from '#test/broker.ts';
import { ChannelLine } from './line.ts';

let server: Server;
let line: ChannelLine;
/** How each connection ended at the device. */
let ends: string[];
let arrived: number;
beforeEach(async () => {
  // What the test before left ends in its own list.
  const own: string[] = [];
  ends = own;
  arrived = 0;
  server = createServer((socket: Socket) => {
    socket.on('data', () => arrived++);
    socket.on('error', (error: NodeJS.ErrnoException) => own.push(error.code ?? ''));
    socket.on('end', () => own.push('end'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  line.close();
  server.close();
});

const open = async (transport: '1' | '2' | '3'): Promise<void> => {
  const { port } = server.address() as AddressInfo;
  line = new ChannelLine({ transport, host: '127.0.0.1', port, timeoutMs: 1000 }, new Set(['127.0.0.1']));
  expect(await line.ready()).toBeNull();
};
const WRITE = { unit: 1, fn: 5, address: 0, words: [1] } as const;

it.each(['1', '2'] as const)(
  'a write without answer takes its connection with it: nothing waits in it to be delivered (%s)',
  async (transport) => {
    await open(transport);
    const { outcome } = await line.write(WRITE, 100);
    expect(outcome).toMatchObject({ failure: { state: 'timeout' } });
    await eventually('it is over', () => ends.length > 0);
    expect([ends, arrived]).toEqual([['ECONNRESET'], 1]);
    expect((await line.write(WRITE, 100)).bytes).toHaveLength(0);
    expect(await line.ready()).toBeNull();
  },
);

it('a write to every unit of a serial line does not leave', async () => {
  await open('2');
  const { bytes, outcome } = await line.write({ ...WRITE, unit: 0 }, 100);
  expect(bytes).toHaveLength(0);
  expect(outcome).toMatchObject({ failure: { state: 'refused' } });
  expect(arrived).toBe(0);
});

it('an order to a relay of a meter likewise', async () => {
  await open('3');
  const { outcome } = await line.order(
    {
      address: '000000000001',
      command: 'trip',
      level: 2,
      password: '000000',
      operatorCode: '00000000',
      until: zoneOf(HOME_ZONE).local(Date.now()),
    },
    100,
  );
  expect(outcome).toMatchObject({ failure: { state: 'timeout' } });
  await eventually('it is over', () => ends.length > 0);
  expect(ends).toEqual(['ECONNRESET']);
});

it('a read without answer leaves the line as it is where answers carry a number', async () => {
  await open('1');
  await line.read({ unit: 1, fn: 1, address: 0, count: 1 }, 100);
  expect(await line.ready()).toBeNull();
  expect([ends, arrived]).toEqual([[], 1]);
});
