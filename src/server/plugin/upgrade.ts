import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Takes a connection that is to become a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Lets a web server take WebSockets, each path by its own; one that ends with a slash takes what follows it, too. Elsewhere the
 * connection is closed. When the server closes, all that are left are ended: it would wait for them.
 */
export function mountUpgrades(app: FastifyInstance, paths: Readonly<Record<string, Upgrade>>): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const path = request.url?.split('?')[0] ?? '';
    const upgrade = paths[path] ?? paths[path.slice(0, path.indexOf('/', 1) + 1)];
    if (upgrade) upgrade(request, socket, head);
    else socket.destroy();
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}
