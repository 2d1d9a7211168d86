import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Text } from '#contract/text.ts';
import {
  bareOf,
  closedIn,
  type HostRefusal,
  isAllowed,
  outwardRefusalOf,
  refusalOf,
} from '../domain/host.ts';

const WHY: Readonly<Record<HostRefusal, Text>> = {
  loopback: { zh: '是平台自身', en: 'is the platform itself' },
  linkLocal: { zh: '是链路本地地址', en: 'is a link-local address' },
  unspecified: { zh: '不是主机地址', en: 'is not the address of a host' },
  multicast: { zh: '不是单个主机', en: 'is not a single host' },
  metadata: { zh: '是云平台的元数据地址', en: 'tells the metadata of a cloud' },
  inner: { zh: '属于内部网络', en: 'is in an inner network' },
  own: { zh: '是平台自身', en: 'is the platform itself' },
  setting: { zh: '是平台自用的服务器', en: 'is a server of the platform' },
};

/** Who enters an address, and the list by which whoever runs the product lets it be reached. */
interface Way {
  readonly judge: (address: string) => HostRefusal | null;
  readonly listed: Text;
}
/** Devices of a plant: entered by operators. */
const PLANT: Way = {
  judge: refusalOf,
  listed: { zh: '不允许访问', en: 'and is not allowed' },
};
/** Servers of an enterprise elsewhere: entered by its own people. */
const OUTWARD: Way = {
  judge: (address) => outwardRefusalOf(address, ownAddresses()),
  listed: {
    zh: '须由平台运营方列入设置 OUTWARD_ALLOW',
    en: 'and has to be listed in the setting OUTWARD_ALLOW',
  },
};

/** The addresses of this machine. */
const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => plainOf(address))),
  );

/** An address as it is compared, however somebody wrote it. */
function plainOf(address: string): string {
  const bare = address.toLowerCase().replace(/%.*$/, '');
  const short = bare.includes(':') ? URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) : bare;
  return bareOf(short ?? bare);
}

/** How near an address is to a host of the settings: its very port, or another one of the same host. */
type Near = 'port' | 'host' | null;

const refusedFor = (address: string, why: HostRefusal, more: Text): Text => ({
  zh: `主机：${address} ${WHY[why].zh}，${more.zh}`,
  en: `Host: ${address} ${WHY[why].en} ${more.en}`,
});

function refusal(
  given: string,
  port: number,
  allowed: ReadonlySet<string>,
  way: Way,
  near: Near,
): Text | null {
  const address = plainOf(given);
  const why = way.judge(address);
  if (near === 'port') return refusedFor(given, 'setting', PLANT.listed);
  if (why === 'metadata') return refusedFor(given, why, PLANT.listed);
  const open = isAllowed(allowed, address, port);
  if (open || (why === null && near === null)) return null;
  const nowhere = why === 'multicast' || why === 'unspecified';
  return refusedFor(given, why ?? 'setting', nowhere ? PLANT.listed : way.listed);
}

/** How near a host as it was entered is to one of the settings, without looking up names. */
function nearAsEntered(host: string, port: number, allowed: ReadonlySet<string>): Near {
  const name = (one: string): string =>
    isIP(one) === 0 ? one.toLowerCase().replace(/\.$/, '') : plainOf(one);
  const same = closedIn(allowed).filter((closed) => name(closed.host) === name(host));
  return same.some((closed) => closed.port === port) ? 'port' : same.length > 0 ? 'host' : null;
}

/** How near an address is to a host of the settings, by the addresses that those have now. */
async function nearOf(address: string, port: number, allowed: ReadonlySet<string>): Promise<Near> {
  const plain = plainOf(address);
  let near: Near = null;
  for (const closed of closedIn(allowed)) {
    const found = isIP(closed.host)
      ? [{ address: closed.host }]
      : await lookup(closed.host, { all: true }).catch(() => []);
    const theirs = found.map((one) => plainOf(one.address));
    // What listens on loopback mostly does so on the machine's other addresses too.
    const here = theirs.some((one) => refusalOf(one) === 'loopback') && ownAddresses().has(plain);
    if (closed.port === port && (here || theirs.includes(plain))) return 'port';
    if (theirs.includes(plain)) near = 'host';
  }
  return near;
}

function refusedBy(way: Way, host: string, port: number, allowed: ReadonlySet<string>): Text | null {
  const near = nearAsEntered(host, port, allowed);
  if (isIP(host) !== 0) return refusal(host, port, allowed, way, near);
  if (near === 'port') return refusedFor(host, 'setting', PLANT.listed);
  return /^localhost\.?$/i.test(host) ? refusal('127.0.0.1', port, allowed, way, null) : null;
}

type Resolved = { readonly address: string } | { readonly refused: Text } | { readonly unknown: Text };

async function resolveBy(
  way: Way,
  host: string,
  port: number,
  allowed: ReadonlySet<string>,
): Promise<Resolved> {
  let address = host;
  if (isIP(host) === 0) {
    try {
      ({ address } = await lookup(host));
    } catch {
      return { unknown: { zh: `找不到主机 ${host}`, en: `There is no host named ${host}` } };
    }
  }
  const refused = refusal(address, port, allowed, way, await nearOf(address, port, allowed));
  return refused ? { refused } : { address };
}

/** Why a host of a plant as entered is refused at once; a name is looked up when the connection is made. */
export const refusedHost = (host: string, port: number, allowed: ReadonlySet<string>): Text | null =>
  refusedBy(PLANT, host, port, allowed);

/** The address of a host of a plant, which is the one that was checked: a name cannot lead elsewhere in between. */
export const resolveHost = (host: string, port: number, allowed: ReadonlySet<string>): Promise<Resolved> =>
  resolveBy(PLANT, host, port, allowed);

/** As `refusedHost`, for the server of an enterprise elsewhere. @param allowed the setting OUTWARD_ALLOW */
export const refusedOutward = (host: string, port: number, allowed: ReadonlySet<string>): Text | null =>
  refusedBy(OUTWARD, host, port, allowed);

/** As `resolveHost`, for the server of an enterprise elsewhere. @param allowed the setting OUTWARD_ALLOW */
export const resolveOutward = (host: string, port: number, allowed: ReadonlySet<string>): Promise<Resolved> =>
  resolveBy(OUTWARD, host, port, allowed);
