import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { LOOPBACK, networksOf, type Trusts, trustsOf } from './address.ts';

/** Bounds of the connections to a web server; tests make them small. */
export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Of a proxy that is believed: it comes with everybody's. */
  readonly perProxy: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { total: 10_000, perAddress: 500, perProxy: 8000 };

/**
 * Times of a web server: a header has come in whole after 10 s, and a request after 5 minutes (the largest file over
 * 1.4 Mbit/s); looked at every two seconds.
 */
export const REQUEST_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 2000,
} as const satisfies ServerOptions;

/** Closes connections beyond the bounds as they come, so that no address takes the place of all others. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits = CONNECTION_LIMITS,
  trusts: Trusts = trustsOf([LOOPBACK]),
): void {
  const open = new Map<string, number>();
  server.maxConnections = limits.total;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const networks = networksOf(address);
    const most = trusts(address) ? limits.perProxy : limits.perAddress;
    if (networks.some(({ key, times }) => (open.get(key) ?? 0) >= most * times)) {
      socket.on('error', () => {});
      socket.destroy();
      return;
    }
    for (const { key } of networks) open.set(key, (open.get(key) ?? 0) + 1);
    socket.once('close', () => {
      for (const { key } of networks) {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      }
    });
  });
}
