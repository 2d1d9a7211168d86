import { createConnection, type Socket } from 'node:net';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuTime } from '#test/cpuTime.ts';
import { addTestGateway, connectClient, openTestBroker, type TestBroker } from '#test/broker.ts';
import { unique } from '#test/build.ts';
import { buildMeters } from '#test/build/meter.ts';
import { startProduct } from '#test/product.ts';
import type { Product } from '#test/product.ts';
import { addressOf, trustsOf } from './address.ts';
import { limitConnections, REQUEST_TIMES } from './connectionLimits.ts';

let product: Product;
let broker: TestBroker;
let port = 0;
beforeAll(async () => {
  product = await startProduct();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  port = (product.app.server.address() as AddressInfo).port;
  broker = await openTestBroker(product.database);
});
afterAll(async () => {
  await broker.close();
  await product.close();
});

/** Connects, says something, and tells after how many ms the other side hung up. */
function hungUp(to: number, talk: (socket: Socket) => void): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = createConnection(to, '127.0.0.1', () => talk(socket));
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => resolve(performance.now() - begun));
  });
}

const drip = (text: string) => (socket: Socket) => {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ''), 500);
  socket.once('close', () => clearInterval(timer));
};
const talks: [name: string, talk: (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['says half a header', (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\nA: ')],
  ['says a header letter by letter', drip('GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
]; // prettier-ignore

describe('who holds a connection without a request', () => {
  it.runIf(process.env['TEST_ALL'])(
    'is hung up on within 20 s at every web port, and others are answered meanwhile',
    async () => {
      const all = [port, broker.wsPort].flatMap((to) => talks.map(([, talk]) => hungUp(to, talk)));
      const many = Array.from({ length: 300 }, () => hungUp(port, (socket) => socket.write('GET /')));
      await sleep(300);
      const begun = cpuTime();
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      expect(cpuTime() - begun).toBeLessThan(2000);
      for (const took of await Promise.all([...all, ...many])) expect(took).toBeLessThan(20_000);
    },
    40_000,
  );
});

describe('connections of one address', () => {
  it('are bounded, and those of another address are not', async () => {
    const server = createServer(REQUEST_TIMES, (_request, reply) => reply.end('here'));
    limitConnections(server, { total: 100, perAddress: 5, perProxy: 20 });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const to = (server.address() as AddressInfo).port;
    let closed = 0;
    const open = (localAddress: string) => {
      const socket = createConnection({ port: to, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      socket.on('close', () => closed++);
      return socket;
    };
    const sockets = Array.from({ length: 30 }, () => open('127.0.0.1'));
    await expect.poll(() => closed).toBe(10);
    const other = open('127.0.0.2');
    const answer = new Promise<string>((resolve) => other.once('data', (data) => resolve(String(data))));
    other.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await answer).toContain('here');
    // A place that becomes free is free.
    sockets[0]?.destroy();
    await expect.poll(() => closed).toBe(11);
    const next = open('127.0.0.1');
    await sleep(200);
    expect(closed).toBe(11);
    for (const socket of [...sockets, other, next]) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('of IPv6 are bounded over all networks of a subscriber too', () => {
    const server = createServer();
    // What HTTP makes of them is not looked at here.
    server.removeAllListeners('connection');
    limitConnections(server, { total: 100, perAddress: 5, perProxy: 20 });
    const open = (remoteAddress: string) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress });
      server.emit('connection', socket);
      return socket;
    };
    const all = Array.from({ length: 30 }, (_, i) => open(`2001:db8:1:${i}::1`));
    expect(all.filter(({ destroyed }) => !destroyed)).toHaveLength(20);
    expect(open('2001:db8:2:1::1').destroyed).toBe(false);
  });

  /** A broker with two connections an address, whose callers come through a proxy on this machine. */
  const openFew = async (env: Record<string, string>) => {
    const few = await openTestBroker(product.database, { limits: { perAddress: 2 }, env });
    const works = await buildMeters(product.database.db, { name: unique('ws') });
    const { token } = await addTestGateway(product.database.db, works.consumerId);
    const from = (address: string) =>
      connectClient(`ws://127.0.0.1:${few.wsPort}/mqtt`, {
        username: token,
        wsOptions: { headers: { 'x-forwarded-for': address } },
      });
    return { few, from };
  };

  it('count over WebSocket by the address that the proxy on this machine tells', async () => {
    const { few, from } = await openFew({});
    const clients = [await from('198.51.100.1'), await from('198.51.100.1'), await from('198.51.100.2')];
    await expect(from('203.0.113.1, 198.51.100.1')).rejects.toThrow();
    for (const client of clients) await client.endAsync(true);
    await few.close();
  });

  it('of IPv6 count by the network, of which one subscriber has every address', async () => {
    const { few, from } = await openFew({});
    const clients = [await from('2001:db8:1::1'), await from('2001:db8:1::2'), await from('2001:db8:2::1')];
    await expect(from('2001:db8:1::3')).rejects.toThrow();
    for (const client of clients) await client.endAsync(true);
    await few.close();
  });

  it('count there by their own address where it is no proxy that is believed', async () => {
    const { few, from } = await openFew({ TRUSTED_PROXIES: '192.0.2.1' });
    const clients = [await from('198.51.100.1'), await from('198.51.100.2')];
    await expect(from('198.51.100.3')).rejects.toThrow();
    for (const client of clients) await client.endAsync(true);
    await few.close();
  });
});

it.each([
  ['198.51.100.1', '203.0.113.5', '198.51.100.1'],
  ['127.0.0.1', '203.0.113.5, 198.51.100.1', '198.51.100.1'],
  ['::1', '198.51.100.1, 127.0.0.1', '198.51.100.1'],
  ['::ffff:127.0.0.1', 'nonsense', '::ffff:127.0.0.1'],
  ['127.0.0.1', undefined, '127.0.0.1'],
  // The proxy of another machine in front of one beside us.
  ['172.31.83.1', '203.0.113.5, 198.51.100.1, fd00:5::7', '198.51.100.1'],
  ['::ffff:172.31.83.1', '198.51.100.1', '198.51.100.1'],
  ['172.31.84.1', '198.51.100.1', '172.31.84.1'],
  ['fd00:6::1', '198.51.100.1', 'fd00:6::1'],
  ['', '198.51.100.1', ''],
])('from %s with “%s” told it is %s', (remoteAddress, reported, address) => {
  const request = {
    socket: { remoteAddress },
    headers: reported === undefined ? {} : { 'x-forwarded-for': reported },
  };
  const trusts = trustsOf(['loopback', '172.31.83.0/24', 'fd00:5::/32']);
  expect(addressOf(request as never, trusts)).toBe(address);
});
