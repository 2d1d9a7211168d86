import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Text } from '#contract/text.ts';
import { type HostRefusal, isAllowed, refusalOf } from '../domain/host.ts';

const WHY: Readonly<Record<HostRefusal, Text>> = {
  loopback: { zh: '是平台自身', en: 'is the platform itself' },
  linkLocal: { zh: '是链路本地地址', en: 'is a link-local address' },
  unspecified: { zh: '不是主机地址', en: 'is not the address of a host' },
  multicast: { zh: '不是单个主机', en: 'is not a single host' },
};

const refusal = (address: string, port: number, allowed: ReadonlySet<string>): Text | null => {
  const why = refusalOf(address);
  if (why === null || isAllowed(allowed, address, port)) return null;
  return {
    zh: `主机：${address} ${WHY[why].zh}，不允许访问`,
    en: `Host: ${address} ${WHY[why].en} and is not allowed`,
  };
};

/** Why a host as entered is refused at once; a name is looked up when the connection is made. */
export function refusedHost(host: string, port: number, allowed: ReadonlySet<string>): Text | null {
  if (isIP(host) !== 0) return refusal(host, port, allowed);
  return /^localhost\.?$/i.test(host) ? refusal('127.0.0.1', port, allowed) : null;
}

/** The address to connect to, which is the one that was checked: a name cannot lead elsewhere in between. */
export async function resolveHost(
  host: string,
  port: number,
  allowed: ReadonlySet<string>,
): Promise<{ readonly address: string } | { readonly refused: Text } | { readonly unknown: Text }> {
  if (isIP(host) !== 0) {
    const refused = refusal(host, port, allowed);
    return refused ? { refused } : { address: host };
  }
  let address: string;
  try {
    ({ address } = await lookup(host));
  } catch {
    return { unknown: { zh: `找不到主机 ${host}`, en: `There is no host named ${host}` } };
  }
  const refused = refusal(address, port, allowed);
  return refused ? { refused } : { address };
}
