import { once } from 'node:events';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { mountUpgrades } from './upgrade.ts';

it('closes although a browser keeps its WebSocket', async () => {
  const app = Fastify();
  const sockets = new WebSocketServer({ noServer: true });
  mountUpgrades(app, {
    '/live': (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = new WebSocket(`${url.replace('http', 'ws')}/live`);
  await once(browser, 'open');
  const gone = once(browser, 'close');
  await app.close();
  await gone;

  expect(sockets.clients.size).toBe(0);
});

it('closes a connection of a path that is not known', async () => {
  const app = Fastify();
  mountUpgrades(app, {});
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = new WebSocket(`${url.replace('http', 'ws')}/other`);
  await expect(once(browser, 'open')).rejects.toThrow('socket hang up');
  await app.close();
});
