import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** Whether an address is of this machine, where a reverse proxy may stand. */
export const isOwnAddress = (address: string): boolean => /^(::1$|(::ffff:)?127\.)/i.test(address);

/**
 * The address that a request came from, as the calls see it (`trustProxy: 'loopback'`): a proxy on this machine tells it
 * in `X-Forwarded-For`, to whose end it writes; what a client wrote before that is not believed.
 */
export function addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
  let address = socket.remoteAddress ?? '';
  for (const next of told.map((one) => one.trim())) {
    if (!isOwnAddress(address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}
