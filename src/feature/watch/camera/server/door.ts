import type { Text } from '#contract/text.ts';
import { refusedHost, resolveHost } from '#feature/meters/collector/server/public.ts';
import type { Lack } from '../contract.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'rtsp:': 554 };

/** How a camera is reached and who we are to it. */
export interface Door {
  readonly host: string;
  readonly httpPort: number;
  readonly rtspPort: number;
  readonly user: string | null;
  readonly password: string | null;
  readonly allowed: ReadonlySet<string>;
}

/** A camera did not do what it was asked: a sentence for the person, and what it means for its buttons. */
export class CameraFault extends Error {
  readonly text: Text;
  readonly lack: Lack;

  constructor(text: Text, lack: Lack = 'noAnswer') {
    super(text.en);
    this.name = 'CameraFault';
    this.text = text;
    this.lack = lack;
  }
}

/** The host as it stands in an address. */
export const nameOf = ({ host }: Pick<Door, 'host'>): string => (host.includes(':') ? `[${host}]` : host);

/** The address to connect to, checked. @throws CameraFault where it is refused or unknown */
export async function addressOf(door: Door, port: number): Promise<string> {
  const found = await resolveHost(door.host, port, door.allowed);
  if ('refused' in found) throw new CameraFault(found.refused);
  if ('unknown' in found) throw new CameraFault(found.unknown);
  return found.address;
}

const FOREIGN: Text = {
  zh: '摄像机给出的地址不允许访问',
  en: 'The camera names an address that is not allowed',
};

/**
 * An address that a camera named. Behind a router it knows itself under another name, so that the host is always the one
 * that was entered and checked; what names this machine or its link is refused.
 * @throws CameraFault
 */
export function ownAddress(door: Door, named: string, schemes: readonly string[]): URL {
  const url = URL.parse(named);
  if (!url || !schemes.includes(url.protocol) || named.length > 2000) throw new CameraFault(FOREIGN);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (DEFAULT_PORTS[url.protocol] ?? 0);
  if (host.toLowerCase() !== door.host.toLowerCase() && refusedHost(host, port, door.allowed))
    throw new CameraFault(FOREIGN);
  url.host = `${nameOf(door)}:${port}`;
  url.username = '';
  url.password = '';
  return url;
}

/** A way on that must lead to the same host. @throws CameraFault */
export function sameHost(from: URL, location: string): URL {
  const url = URL.parse(location, from.href);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname !== from.hostname)
    throw new CameraFault(FOREIGN);
  url.username = '';
  url.password = '';
  return url;
}
