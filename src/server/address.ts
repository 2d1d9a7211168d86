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

/** What an address is counted in. */
export interface Network {
  readonly key: string;
  /** How many times what one address may. */
  readonly times: number;
}

/** Many offices of one subscriber share what he was given; nobody has more than so many at work at once. */
const WIDE_TIMES = 4;

/**
 * All that an address is counted in, the narrowest first: of IPv6 a subscriber has a network of four groups, and who asks for
 * one is given 65,536 of them, the network of three groups.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const groups = groupsOf(address);
  const narrow = { key: networkOf(address), times: 1 };
  return groups ? [narrow, { key: `${groups.slice(0, 3).join(':')}::/48`, times: WIDE_TIMES }] : [narrow];
}

/** Whom an address belongs to: of IPv6 the first four groups, as one subscriber has all the rest; IPv4 as it is. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : plainOf(address);
}

/** IPv4 in the form of IPv6 as what it is, and without the name of an interface. */
const plainOf = (address: string): string => (address.split('%')[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/** The eight groups of IPv6 without leading zeros; undefined = it is none. */
function groupsOf(address: string): readonly string[] | undefined {
  const plain = plainOf(address);
  if (!isIPv6(plain)) return undefined;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<string>(gap).fill('0'), ...back].map((group) => group.replace(/^0+(?=.)/, ''));
}
