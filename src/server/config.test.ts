import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, isLoopback, readConfig } from './config.ts';

test('without any setting everything has its default', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    mqttPort: 1883,
    mqttWsPort: 8083,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    mqttUrl: undefined,
    mqttClientId: 'meterhouse',
    mqttSessions: 1,
    roles: new Set(['broker', 'api', 'ingest', 'worker']),
    demo: 'fresh',
    adminPassword: undefined,
    secretKey: undefined,
    sampleDir: undefined,
    simulatorPort: 8090,
    collectorAllow: new Set(),
    outwardAllow: new Set(),
    logLevel: 'info',
    drainSeconds: 0,
    outbox: { mail: null, sms: null },
    singleSignOn: null,
    grafana: null,
    camera: { serverUrl: null, clipDays: 90, clipQuotaBytes: 20_000 * 2 ** 20 },
    web: { filingNumber: '', trustedProxies: ['loopback'] },
  });
});

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', ROLES: ' ', DEMO: '', SAMPLE_DIR: '' })).toEqual(readConfig({}));
});

test('months are sealed when it is wanted, and not before they are quiet for two days', () => {
  expect(readConfig({}).sealAfterDays).toBeUndefined();
  expect(readConfig({ SEAL_AFTER_DAYS: '30' }).sealAfterDays).toBe(30);
  for (const wrong of ['0', '1', '-3', 'off', '3.5', '99999'])
    expect(() => readConfig({ SEAL_AFTER_DAYS: wrong })).toThrow('SEAL_AFTER_DAYS must be a number of days');
});

test('a process drains only where somebody shares out calls, and not for ever', () => {
  expect(readConfig({}).drainSeconds).toBe(0);
  expect(readConfig({ DRAIN_SECONDS: '20' }).drainSeconds).toBe(20);
  for (const wrong of ['0', '-1', '601', '2.5', 'on'])
    expect(() => readConfig({ DRAIN_SECONDS: wrong })).toThrow(
      'DRAIN_SECONDS must be a number from 1 to 600',
    );
});

test('inner servers that enterprises may name are addresses, with a port or without', () => {
  const given = '10.0.0.5:8080, 10.0.0.6 fd00::7,*';
  expect(readConfig({ OUTWARD_ALLOW: given }).outwardAllow).toEqual(
    new Set(['10.0.0.5:8080', '10.0.0.6', 'fd00::7', '*']),
  );
  for (const wrong of ['mes.plant', '10.0.0.5:', '10.0.0.0/8', '!10.0.0.5:80'])
    expect(() => readConfig({ OUTWARD_ALLOW: wrong })).toThrow(
      `OUTWARD_ALLOW must be addresses, with a port or without, such as 10.0.0.5 or 10.0.0.5:8080, but "${wrong}"`,
    );
});

test('proxies that are believed are addresses, ranges and this machine', () => {
  expect(
    readConfig({ TRUSTED_PROXIES: '10.0.0.7, 172.31.83.0/24 FD00:5::/32,Loopback' }).web.trustedProxies,
  ).toEqual(['10.0.0.7', '172.31.83.0/24', 'fd00:5::/32', 'loopback']);
});

test('every setting is taken', () => {
  const config = readConfig({
    PORT: '18100',
    HOST: '0.0.0.0',
    MQTT_PORT: '0',
    MQTT_WS_PORT: '0',
    DATA_DIR: '/srv/meterhouse',
    DATABASE_URL: 'postgres://me:secret@db/meterhouse',
    MQTT_URL: 'mqtts://broker:8883',
    ROLES: 'api, worker',
    ADMIN_PASSWORD: 'correct horse',
    SAMPLE_DIR: tmpdir(),
    LOG_LEVEL: 'debug',
  });
  expect(config).toMatchObject({ port: 18_100, mqttPort: 0, dataDir: '/srv/meterhouse', logLevel: 'debug' });
  expect(config.roles).toEqual(new Set(['api', 'worker']));
  // Nothing that people enter leads to its own servers.
  expect(config.collectorAllow).toEqual(new Set(['!db:5432', '!broker:8883']));
  expect(config.outwardAllow).toEqual(config.collectorAllow);
  expect(config.demo).toBe('off');
});

describe('the demonstration', () => {
  test.each([
    [{}, 'fresh'],
    [{ DEMO: 'on' }, 'on'],
    [{ DEMO: 'on', HOST: '::1' }, 'on'],
    [{ DEMO: 'off' }, 'off'],
    [{ HOST: '192.168.1.4' }, 'off'],
    // Somebody comes by that name, through a proxy on this machine.
    [{ ALLOWED_HOSTS: 'meter.example' }, 'off'],
    [{ ALLOWED_HOSTS: 'localhost [::1] works.localhost' }, 'fresh'],
    [{ DEMO: 'on', ALLOWED_HOSTS: 'localhost' }, 'on'],
    [{ DATABASE_URL: 'postgresql://db/x' }, 'off'],
  ])('%j → %s', (env, expected) => {
    expect(readConfig(env).demo).toBe(expected);
  });
});

describe('a setting that cannot be used is told in one sentence that names it', () => {
  test.each([
    [{ PORT: 'http' }, /^PORT must be a port number/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ MQTT_PORT: '-1' }, /^MQTT_PORT must be/],
    [{ MQTT_WS_PORT: '8080' }, /^PORT and MQTT_WS_PORT are both 8080/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL must be an address of the form postgres:/],
    [{ MQTT_URL: 'broker:1883' }, /^MQTT_URL must be an address/],
    [{ MQTT_SESSIONS: '0' }, /^MQTT_SESSIONS must be a number from 1 to 64/],
    [{ MQTT_SESSIONS: '65' }, /^MQTT_SESSIONS must be/],
    [{ MQTT_CA: '/no/such/file.pem' }, /^MQTT_CA must be an existing file/],
    [{ ROLES: 'api,web' }, /^ROLES must be a list of .* "web" is none/],
    [{ ROLES: 'broker,api' }, /^ROLES has broker without ingest/],
    [{ DEMO: 'yes' }, /^DEMO must be one of on, off/],
    [{ DEMO: 'on', HOST: '0.0.0.0' }, /^DEMO=on with HOST=0.0.0.0 is refused/],
    [{ DEMO: 'on', ALLOWED_HOSTS: 'meter.example' }, /^DEMO=on with ALLOWED_HOSTS=meter.example is refused/],
    [{ DEMO: 'on', DATABASE_URL: 'postgres://db/x' }, /^DEMO=on works on the embedded database only/],
    [{ SAMPLE_DIR: '/no/such/folder' }, /^SAMPLE_DIR must be an existing folder/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ TRUSTED_PROXIES: 'proxy.example' }, /^TRUSTED_PROXIES must be addresses, .* "proxy.example" is not/],
    [{ TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/33' }, /^TRUSTED_PROXIES .* "10.0.0.0\/33" is not/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES .* \(not of everybody\)/],
    [{ TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8/8' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '10.0.0.256' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '*' }, /^TRUSTED_PROXIES must be/],
    [{ FILING_NUMBER: '1'.repeat(61) }, /^FILING_NUMBER must be one line of at most 60/],
    [{ FILING_NUMBER: 'a"><script>' }, /^FILING_NUMBER must be one line/],
  ])('%j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  test('a password in an address is not repeated', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@db' })).not.toThrow(/secret/);
  });
});

test('a broker without ingest is fine beside an external broker', () => {
  expect(readConfig({ ROLES: 'broker', MQTT_URL: 'mqtt://b' }).roles).toEqual(new Set(['broker']));
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.org', false],
])('isLoopback(%s) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
