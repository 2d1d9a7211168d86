import { isIP } from 'node:net';
import { LOOPBACK } from './address.ts';
import { ConfigError } from './configError.ts';
import { type PemPair, readPemPair } from './pem.ts';

/** How browsers and proxies reach the product. */
export interface WebConfig {
  /** Names of hosts under which it answers, in small letters; undefined = not set. */
  readonly allowedHosts: ReadonlySet<string> | undefined;
  /** Reverse proxies whose word on address, scheme and name is believed: addresses, ranges, `loopback`. */
  readonly trustedProxies: readonly string[];
  /** Opens `/metrics` and the API's description from elsewhere; undefined = this machine alone. */
  readonly metricsToken: string | undefined;
  /** Certificate and key of the web server; undefined = plain HTTP. */
  readonly tls: PemPair | undefined;
  /** Sends browsers that come over plain HTTP on; undefined = nothing listens there. */
  readonly tlsRedirectPort: number | undefined;
  /** The number under which the site is filed with an authority, for the footer; empty = none. */
  readonly filingNumber: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const SHORTEST_TOKEN = 16;
const LONGEST_FILING = 60;

/** @throws ConfigError */
export function readWebConfig(env: Env): WebConfig {
  const tls = readPemPair(env, 'TLS');
  return {
    allowedHosts: allowedHosts(env),
    trustedProxies: trustedProxies(env),
    metricsToken: metricsToken(env),
    tls,
    tlsRedirectPort: redirectPort(env, tls),
    filingNumber: filingNumber(env),
  };
}

function allowedHosts(env: Env): WebConfig['allowedHosts'] {
  const names =
    env['ALLOWED_HOSTS']
      ?.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean) ?? [];
  for (const name of names) {
    if (!/^([a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/.test(name))
      throw new ConfigError(
        `ALLOWED_HOSTS must be names of hosts without scheme, port or path, which "${name}" is not.`,
      );
  }
  return names.length === 0 ? undefined : new Set(names);
}

/** A range of everybody is refused: whoever comes could call himself anything. */
function trustedProxies(env: Env): readonly string[] {
  const proxies =
    env['TRUSTED_PROXIES']
      ?.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean) ?? [];
  for (const proxy of proxies) {
    const [address = '', length, ...rest] = proxy.split('/');
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    const fits = length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= most);
    if (proxy !== LOOPBACK && (family === 0 || !fits || rest.length > 0 || address.includes('%')))
      throw new ConfigError(
        'TRUSTED_PROXIES must be addresses, ranges such as 172.31.83.0/24 (not of everybody) or ' +
          `${LOOPBACK}, separated by commas, which "${proxy}" is not.`,
      );
  }
  return proxies.length === 0 ? [LOOPBACK] : proxies;
}

function filingNumber(env: Env): string {
  const number = env['FILING_NUMBER']?.trim() ?? '';
  if (number.length > LONGEST_FILING || /[\p{Cc}<>"]/u.test(number))
    throw new ConfigError(
      `FILING_NUMBER must be one line of at most ${LONGEST_FILING} characters without <, > and ".`,
    );
  return number;
}

/** The token is not repeated in the message. */
function metricsToken(env: Env): string | undefined {
  const token = env['METRICS_TOKEN']?.trim() || undefined;
  if (token !== undefined && token.length < SHORTEST_TOKEN)
    throw new ConfigError(`METRICS_TOKEN must have at least ${SHORTEST_TOKEN} characters.`);
  return token;
}

function redirectPort(env: Env, tls: PemPair | undefined): number | undefined {
  const value = env['TLS_REDIRECT_PORT']?.trim();
  if (!value) return undefined;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new ConfigError(`TLS_REDIRECT_PORT must be a port number from 0 to 65535, not "${value}".`);
  if (!tls)
    throw new ConfigError('TLS_REDIRECT_PORT is set without TLS_CERT; there is nothing to redirect to.');
  return Number(value);
}
