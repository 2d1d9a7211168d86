import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes a connection that is to become a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Lets a web server take WebSockets, each path by its own; one that ends with a slash takes what follows it, too. Elsewhere the
 * connection is closed.
 */
export function mountUpgrades(server: Server, paths: Readonly<Record<string, Upgrade>>): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?')[0] ?? '';
    const upgrade = paths[path] ?? paths[path.slice(0, path.indexOf('/', 1) + 1)];
    if (upgrade) upgrade(request, socket, head);
    else socket.destroy();
  });
}
