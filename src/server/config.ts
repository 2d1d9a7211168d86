import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from './configError.ts';
import { readOutboxConfig } from './outboxConfig.ts';
import type { OutboxConfig } from './outboxConfig.ts';
import { filePath, type PemPair, readPemPair } from './pem.ts';
import { type CameraConfig, readCameraConfig } from './cameraConfig.ts';
import { type GrafanaConfig, readGrafanaConfig } from './grafanaConfig.ts';
import { closedBy, readOutwardAllow } from './reachConfig.ts';
import { readWebConfig } from './webConfig.ts';
import type { WebConfig } from './webConfig.ts';
import { readSingleSignOnConfig } from './singleSignOnConfig.ts';
import type { SingleSignOnConfig } from './singleSignOnConfig.ts';

export { ConfigError };

/** The parts of the product that one process may run. */
export const ROLES = ['broker', 'api', 'ingest', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The checked settings of a process; see the table in docs/operating.md. */
export interface Config {
  /** HTTP port; 0 = any free one. */
  readonly port: number;
  readonly host: string;
  readonly mqttPort: number;
  readonly mqttWsPort: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** External PostgreSQL; undefined = the embedded one. */
  readonly databaseUrl: string | undefined;
  /** External broker; undefined = the embedded one. */
  readonly mqttUrl: string | undefined;
  /** What the client ids at an external broker begin with; one product, one name. */
  readonly mqttClientId: string;
  /** Sessions there, which the processes share among them; one is given every message, several share them. */
  readonly mqttSessions: number;
  /** Path of the certificates (PEM) that a broker's must come from; undefined = those of the system. */
  readonly mqttCa: string | undefined;
  /** Paths of certificate and key in PEM, and the port of MQTT over TLS; undefined = no TLS. */
  readonly mqttTls: (PemPair & { readonly port: number }) | undefined;
  /** Service that tells the weather of a place; undefined = none. */
  readonly weatherUrl: string | undefined;
  readonly roles: ReadonlySet<Role>;
  /** `fresh`: on if the embedded database is made by this start. */
  readonly demo: 'on' | 'off' | 'fresh';
  readonly adminPassword: string | undefined;
  /** Key of 32 bytes in Base64 that seals secrets in the database; undefined = the one in `dataDir`. */
  readonly secretKey: string | undefined;
  /** Absolute path of the folder with sample files. */
  readonly sampleDir: string | undefined;
  /** Where the console of the simulated plant listens, beside the demonstration; another port where it is taken. */
  readonly simulatorPort: number;
  /**
   * Addresses of this machine or its link that the collector may reach: `address`, `address:port`, or `*`; and what it
   * never reaches, `!host:port`.
   */
  readonly collectorAllow: ReadonlySet<string>;
  /** The same of inner networks and this machine for web hooks and platforms, which enterprises enter. */
  readonly outwardAllow: ReadonlySet<string>;
  /** Months of readings are sealed so many days after they are over and quiet; undefined = never. */
  readonly sealAfterDays: number | undefined;
  /** Asked to stop, it answers so long while `/readyz` says no; 0 = it stops at once. */
  readonly drainSeconds: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Ways out for letters and short messages. */
  readonly outbox: OutboxConfig;
  /** Grafana that gives tokens to enterprises; null = none. */
  readonly grafana: GrafanaConfig | null;
  /** Video platform, and how long recordings are kept. */
  readonly camera: CameraConfig;
  /** Sign-in by OpenID Connect; null = none. */
  readonly singleSignOn: SingleSignOnConfig | null;
  /** How browsers and proxies reach it. */
  readonly web: WebConfig;
}

/**
 * Reads the settings from environment variables; an empty one counts as not set.
 * @throws ConfigError
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const mqttUrl = url(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']);
  const host = text(env, 'HOST') ?? '127.0.0.1';
  const web = readWebConfig(env);
  const closed = closedBy(databaseUrl, mqttUrl);
  const config: Config = {
    port: port(env, 'PORT', 8080),
    host,
    mqttPort: port(env, 'MQTT_PORT', 1883),
    mqttWsPort: port(env, 'MQTT_WS_PORT', 8083),
    dataDir: resolve(text(env, 'DATA_DIR') ?? 'data'),
    databaseUrl,
    mqttUrl,
    weatherUrl: url(env, 'WEATHER_URL', ['http:', 'https:']),
    mqttClientId: text(env, 'MQTT_CLIENT_ID') ?? 'meterhouse',
    mqttSessions: count(env, 'MQTT_SESSIONS', 1, 64),
    mqttCa: filePath(env, 'MQTT_CA'),
    mqttTls: mqttTls(env),
    roles: roles(env),
    demo: demo(env, { host, web }, databaseUrl !== undefined),
    adminPassword: text(env, 'ADMIN_PASSWORD'),
    secretKey: secretKey(env),
    sampleDir: folder(env, 'SAMPLE_DIR'),
    simulatorPort: port(env, 'SIMULATOR_PORT', 8090),
    collectorAllow: new Set([...(text(env, 'COLLECTOR_ALLOW')?.split(/[\s,]+/) ?? []), ...closed]),
    outwardAllow: new Set([...readOutwardAllow(text(env, 'OUTWARD_ALLOW')), ...closed]),
    sealAfterDays: sealAfterDays(env),
    drainSeconds: count(env, 'DRAIN_SECONDS', 0, 600),
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    outbox: readOutboxConfig(env),
    grafana: readGrafanaConfig(env),
    camera: readCameraConfig(env),
    singleSignOn: readSingleSignOnConfig(env),
    web,
  };
  checkPorts(config);
  if (config.roles.has('broker') && !config.roles.has('ingest') && mqttUrl === undefined) {
    throw new ConfigError(
      'ROLES has broker without ingest, but the embedded broker confirms a message only when ingest has stored it: ' +
        'add ingest, or set MQTT_URL to an external broker.',
    );
  }
  return config;
}

/** Whether an address is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether a name, as an address of the web has it, leads to this machine wherever it is asked for. */
export function isThisMachine(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  return isLoopback(bare) || bare.endsWith('.localhost');
}

/**
 * The setting by which somebody beyond this machine can come; undefined = nobody can. A name of elsewhere that is
 * listed counts too: it is that of a proxy in front, whatever HOST says.
 */
export function openedBy({ host, web }: Pick<Config, 'host' | 'web'>): string | undefined {
  if (!isLoopback(host)) return `HOST=${host}`;
  const name = [...(web.allowedHosts ?? [])].find((one) => !isThisMachine(one));
  if (name !== undefined) return `ALLOWED_HOSTS=${name}`;
  return web.tls ? 'TLS_CERT' : undefined;
}

/** What a refusal tells whoever wants to try the product alone. */
export const STAY_HERE = 'let nobody beyond this machine in (HOST=127.0.0.1, no ALLOWED_HOSTS, no TLS_CERT)';

type Env = Readonly<Record<string, string | undefined>>;

function text(env: Env, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function port(env: Env, name: string, otherwise: number): number {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${value}".`);
  }
  return Number(value);
}

/** A number from 1 to `most`. */
function count(env: Env, name: string, otherwise: number, most: number): number {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > most)
    throw new ConfigError(`${name} must be a number from 1 to ${most}, not "${value}".`);
  return Number(value);
}

/** At least two days, so that no clock takes a month that is sealed for one that runs. */
function sealAfterDays(env: Env): number | undefined {
  const value = text(env, 'SEAL_AFTER_DAYS');
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) < 2)
    throw new ConfigError(`SEAL_AFTER_DAYS must be a number of days from 2 to 9999, not "${value}".`);
  return Number(value);
}

function choice<T extends string>(env: Env, name: string, values: readonly T[]): T | undefined {
  const value = text(env, name);
  const found = values.find((one) => one === value);
  if (value !== undefined && found === undefined) {
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${value}".`);
  }
  return found;
}

/** The value is not repeated in the message: it may hold a password. */
function url(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    const forms = protocols.map((protocol) => `${protocol}//…`).join(' or ');
    throw new ConfigError(`${name} must be an address of the form ${forms}.`);
  }
  return value;
}

/** The value is not repeated in the message: it is a secret. */
function secretKey(env: Env): string | undefined {
  const value = text(env, 'SECRET_KEY');
  if (
    value !== undefined &&
    (!/^[A-Za-z0-9+/]{43}=$/.test(value) || Buffer.from(value, 'base64').length !== 32)
  )
    throw new ConfigError(
      'SECRET_KEY must be 32 random bytes in Base64, as `openssl rand -base64 32` prints them.',
    );
  return value;
}

function folder(env: Env, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  const path = resolve(value);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new ConfigError(`${name} must be an existing folder, but there is none at ${path}.`);
}

function mqttTls(env: Env): Config['mqttTls'] {
  const pair = readPemPair(env, 'MQTT_TLS');
  return pair && { ...pair, port: port(env, 'MQTT_TLS_PORT', 8883) };
}

function roles(env: Env): ReadonlySet<Role> {
  const value = text(env, 'ROLES');
  if (value === undefined) return new Set(ROLES);
  const names = value.split(',').map((name) => name.trim());
  const found = names.map((name) => {
    const role = ROLES.find((one) => one === name);
    if (role === undefined) {
      throw new ConfigError(`ROLES must be a list of ${ROLES.join(', ')}, but "${name}" is none of them.`);
    }
    return role;
  });
  return new Set(found);
}

function demo(env: Env, at: Pick<Config, 'host' | 'web'>, external: boolean): Config['demo'] {
  const value = choice(env, 'DEMO', ['on', 'off']);
  const opened = openedBy(at);
  if (value !== 'on') return value ?? (external || opened !== undefined ? 'off' : 'fresh');
  if (external) {
    throw new ConfigError(
      'DEMO=on works on the embedded database only: unset DATABASE_URL, or set DEMO=off.',
    );
  }
  if (at.web.tls) {
    throw new ConfigError(
      'DEMO=on works without TLS_CERT only: its simulated meters speak plain HTTP to this machine. ' +
        'Unset TLS_CERT and TLS_KEY, or set DEMO=off.',
    );
  }
  if (opened !== undefined) {
    throw new ConfigError(
      `DEMO=on with ${opened} is refused: everybody knows the demonstration's passwords. ` +
        `Set DEMO=off, or ${STAY_HERE}.`,
    );
  }
  return 'on';
}

function checkPorts(config: Config): void {
  const used = new Map<number, string>();
  const ports = {
    PORT: config.port,
    MQTT_PORT: config.mqttPort,
    MQTT_WS_PORT: config.mqttWsPort,
    ...(config.mqttTls ? { MQTT_TLS_PORT: config.mqttTls.port } : {}),
    ...(config.web.tlsRedirectPort === undefined ? {} : { TLS_REDIRECT_PORT: config.web.tlsRedirectPort }),
  };
  for (const [name, number] of Object.entries(ports)) {
    const other = used.get(number);
    if (other !== undefined && number !== 0) {
      throw new ConfigError(`${other} and ${name} are both ${number}; each needs a port of its own.`);
    }
    used.set(number, name);
  }
}
