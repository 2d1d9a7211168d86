import { isIP } from 'node:net';
import { ConfigError } from './configError.ts';

const PORTS: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'mqtt:': 1883,
  'mqtts:': 8883,
  'ws:': 80,
  'wss:': 443,
};

/**
 * The servers of the product itself, as lists of what may be reached close them: `!host:port`. Nothing that people enter
 * leads there.
 * @param addresses of settings; undefined = not set
 */
export const closedBy = (...addresses: readonly (string | undefined)[]): readonly string[] =>
  addresses.flatMap((address) => {
    const url = address === undefined ? null : URL.parse(address);
    const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
    // A socket of this machine has no host.
    if (!url || host === '') return [];
    return [`!${host}:${url.port === '' ? (PORTS[url.protocol] ?? 0) : url.port}`];
  });

const isEntry = (entry: string): boolean => {
  const port = /:(\d{1,5})$/.exec(entry);
  return entry === '*' || isIP(entry) !== 0 || (port !== null && isIP(entry.slice(0, port.index)) === 4);
};

/** The setting OUTWARD_ALLOW: `address`, `address:port` (IPv4), or `*`. @throws ConfigError */
export function readOutwardAllow(value: string | undefined): readonly string[] {
  const entries = (value ?? '').split(/[\s,]+/).filter(Boolean);
  const wrong = entries.find((entry) => !isEntry(entry));
  if (wrong !== undefined)
    throw new ConfigError(
      `OUTWARD_ALLOW must be addresses, with a port or without, such as 10.0.0.5 or 10.0.0.5:8080, but "${wrong}" is none.`,
    );
  return entries;
}
