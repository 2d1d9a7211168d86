import { ConfigError } from './configError.ts';

/** Grafana, in which an enterprise's account of service is made. */
export interface GrafanaConfig {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Token of an account of service there that may make others. */
  readonly token: string;
  /** Life of the tokens that it gives. */
  readonly days: number;
}

type Env = Readonly<Record<string, string | undefined>>;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const MOST_DAYS = 365;
const DAYS = '30';

/** Reads GRAFANA_URL, GRAFANA_TOKEN and GRAFANA_TOKEN_DAYS. Values are not repeated in messages. @throws ConfigError */
export function readGrafanaConfig(env: Env): GrafanaConfig | null {
  const [address, token] = [env['GRAFANA_URL']?.trim(), env['GRAFANA_TOKEN']?.trim()];
  if (!address && !token) return null;
  if (!address || !token)
    throw new ConfigError('GRAFANA_URL and GRAFANA_TOKEN are set together, or neither is.');
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.search !== '')
    throw new ConfigError('GRAFANA_URL must be an address of the form https://….');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new ConfigError('GRAFANA_URL must begin with https:// where Grafana is not on this machine.');
  const given = env['GRAFANA_TOKEN_DAYS']?.trim() || DAYS;
  const days = Number(given);
  if (!/^\d{1,3}$/.test(given) || days < 1 || days > MOST_DAYS)
    throw new ConfigError(`GRAFANA_TOKEN_DAYS must be a number from 1 to ${MOST_DAYS}.`);
  return { url: url.href.replace(/\/+$/, ''), token, days };
}
