import { BlockList, isIP, isIPv6 } from 'node:net';
import type { IncomingMessage } from 'node:http';

/** This machine, in the list of proxies that are believed. */
export const LOOPBACK = 'loopback';

/** Tells whether an address is of a reverse proxy whose word on its callers is believed. */
export type Trusts = (address: string) => boolean;

/**
 * Who is believed by a list of addresses, ranges (`10.0.0.0/8`) and `loopback`, which `readWebConfig` has checked. IPv4 in
 * the form of IPv6 counts as what it is.
 */
export function trustsOf(proxies: readonly string[]): Trusts {
  const believed = new BlockList();
  const add = (range: string): void => {
    const [address = '', length] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) believed.addAddress(address, family);
    else believed.addSubnet(address, Number(length), family);
  };
  for (const proxy of proxies)
    for (const range of proxy === LOOPBACK ? ['127.0.0.0/8', '::1'] : [proxy]) add(range);
  return (address) => {
    const bare = address.split('%')[0] ?? '';
    const family = isIP(bare);
    return family !== 0 && believed.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The address that a request came from, as the calls see it (`trustProxy`): a proxy that is believed tells it in
 * `X-Forwarded-For`, to whose end it writes; what a client wrote before that is not believed.
 */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusts: Trusts,
): string {
  const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
  let address = socket.remoteAddress ?? '';
  for (const next of told.map((one) => one.trim())) {
    if (!trusts(address) || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** Whom an address belongs to: of IPv6 the first four groups, as one subscriber has all the rest; IPv4 as it is. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const plain = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
