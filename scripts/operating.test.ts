import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { ROOT } from './writeFiles.ts';

// What docs/operating.md tells somebody to save or to type has to fit the product that stands beside it.

const page = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
const fences = [...page.matchAll(/^```(\w+)\n([^]*?)^```/gm)].map(([, kind, text]) => ({
  kind,
  text: text ?? '',
}));
const fenceOf = (kind: string, begin: string): string => {
  const found = fences.find((one) => one.kind === kind && one.text.startsWith(begin));
  if (!found) throw new Error(`docs/operating.md has no ${kind} that begins with ${begin}`);
  return found.text;
};
const unit = fenceOf('ini', '[Unit]');
const compose = fenceOf('yaml', 'services:');
const scriptsOf = (text: string): string[] =>
  [...text.matchAll(/\bscripts\/[\w.]+\.m?[jt]s\b/g)].map(([path]) => path);
const missing = (paths: readonly string[]): string[] => paths.filter((path) => !existsSync(join(ROOT, path)));

/** The settings that the product looks at when none is given. */
const asked = new Set<string>();
readConfig(new Proxy({}, { get: (_none, name) => void asked.add(String(name)) }));
const SOURCES = [
  'config',
  'webConfig',
  'outboxConfig',
  'cameraConfig',
  'grafanaConfig',
  'singleSignOnConfig',
];
const source = SOURCES.map((name) => readFileSync(join(ROOT, `src/server/${name}.ts`), 'utf8')).join('\n');
/** Some are looked at only where others are given. */
const isSetting = (name: string): boolean => asked.has(name) || source.includes(`'${name}'`);

/** The words of the first column of the table of settings. */
const listed = page
  .slice(page.indexOf('## Settings'), page.indexOf('## Names'))
  .split('\n')
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_…]+)`/g)].map(([, name]) => name ?? ''));

describe('the table of settings', () => {
  it('names every setting that the product looks at, and no other', () => {
    expect(asked.size).toBeGreaterThan(30);
    const families = listed.filter((name) => name.endsWith('…')).map((name) => name.slice(0, -1));
    const untold = [...asked].filter(
      (name) => !listed.includes(name) && !families.some((family) => name.startsWith(family)),
    );
    expect(untold).toEqual([]);
    expect(listed.filter((name) => !name.endsWith('…') && !isSetting(name))).toEqual([]);
  });
});

describe('the unit for systemd', () => {
  const of = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

  it('starts what is there, with settings that the product knows, where the page says that it stands', () => {
    const [start = ''] = of('ExecStart');
    expect(scriptsOf(start)).toEqual(['scripts/start.mjs']);
    expect(missing(scriptsOf(unit))).toEqual([]);
    const settings = Object.fromEntries(
      of('Environment')
        .flatMap((line) => line.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    );
    expect(Object.keys(settings).filter((name) => name !== 'HOME' && !isSetting(name))).toEqual([]);
    expect(() => readConfig(settings)).not.toThrow();
    const [folder] = of('WorkingDirectory');
    const [user] = of('User');
    expect(page).toContain(`Put the project into \`${folder}\``);
    expect(page).toContain(`chown -R ${user} ${folder}`);
    expect(page).toMatch(new RegExp(`useradd .*--home ${settings['HOME']} ${user}`));
    expect(settings['DATA_DIR']).toBe(`/var/lib/${of('StateDirectory')[0]}`);
    const [file = ''] = of('EnvironmentFile');
    expect(page).toContain(`\`${file.replace(/^-/, '')}\` holds the settings`);
  });

  it('does not start again after a wrong setting, and waits for a clean end', () => {
    expect(of('RestartPreventExitStatus')).toEqual([String(ConfigError.EXIT_CODE)]);
    expect(page).toContain(`exit code ${ConfigError.EXIT_CODE}`);
    // The launcher alone is told: it ends the server, which ends PostgreSQL last.
    expect(of('KillMode')).toEqual(['mixed']);
    expect(Number(of('TimeoutStopSec')[0])).toBeGreaterThanOrEqual(120);
  });

  it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
    'has nothing that systemd itself finds wrong',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'meterhouse-unit-'));
      const file = join(folder, 'meterhouse.service');
      const found = (text: string): string[] => {
        writeFileSync(file, text);
        const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
          encoding: 'utf8',
        });
        return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('meterhouse.service'));
      };
      // Where this machine has Node.
      const here = unit.replace('/usr/bin/node', process.execPath);
      try {
        expect(found(here)).toEqual([]);
        expect(found(here.replace('KillMode=', 'KilMode='))).not.toEqual([]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('the compose file', () => {
  /** The lines under a key, at the depth where it stands first in a text. */
  const under = (text: string, key: string): string[] => {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.trim() === `${key}:`);
    const depth = (line: string): number => line.length - line.trimStart().length;
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((line) => line.trim() !== '' && depth(line) <= depth(lines[at] ?? ''));
    return at < 0 ? [] : rest.slice(0, end < 0 ? undefined : end);
  };
  const product = under(compose, 'meterhouse').join('\n');
  const settings = Object.fromEntries(
    under(product, 'environment').flatMap((line) => {
      const [, name, value = ''] = /^\s*([A-Z_]+): (.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value.replaceAll(/\$\{[^}]*\}/g, 'aSecret')] as const];
    }),
  );
  const ports = under(product, 'ports').map((line) => line.trim().replace(/^- /, ''));

  it('gives settings that the product knows and takes', () => {
    expect(Object.keys(settings)).toContain('DATABASE_URL');
    expect(Object.keys(settings).filter((name) => !isSetting(name))).toEqual([]);
    const config = readConfig(settings);
    const used = [config.port, config.mqttPort, config.mqttWsPort].map(String);
    expect(ports.map((one) => one.split(':').at(-1))).toEqual(used);
    // What a proxy is believed of, and what carries tokens in plain text, may be reached from this machine alone.
    for (const one of ports) expect(one).toMatch(/^127\.0\.0\.1:/);
    expect(page).toContain('`MQTT_TLS_CERT: /tls/cert.pem` and `MQTT_TLS_KEY: /tls/key.pem`');
    expect(page).toContain('publish `8883:8883`');
    expect(compose).toContain(`gateway: ${settings['TRUSTED_PROXIES']}`);
    expect(under(product, 'volumes').map((line) => line.trim())).toEqual([`- files:${settings['DATA_DIR']}`]);
    const volumes = compose.slice(compose.lastIndexOf('\nvolumes:'));
    for (const name of ['database', 'files']) expect(volumes).toContain(`\n  ${name}:`);
    const { username, pathname, hostname } = new URL(settings['DATABASE_URL'] ?? '');
    expect(under(compose, 'database').join('\n')).toContain(`POSTGRES_USER: ${username}`);
    // The image makes a database of the user's name.
    expect([pathname, hostname]).toEqual([`/${username}`, 'database']);
  });

  it('builds and starts with what is there, and asks for the health where the product tells it', async () => {
    expect(scriptsOf(product).length).toBeGreaterThanOrEqual(3);
    expect(missing(scriptsOf(product))).toEqual([]);
    const called = [...product.matchAll(/import\('\.\/([^']+)'\)\)?\.then\(\(m\) => m\.(\w+)\(/g)];
    expect(called).toHaveLength(2);
    for (const [, file = '', name = ''] of called) {
      const module = (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, unknown>;
      expect(typeof module[name], `${file} ${name}`).toBe('function');
    }
    const [, node = ''] = /FROM node:(\d+)/.exec(product) ?? [];
    expect(readFileSync(join(ROOT, 'src/server/main.ts'), 'utf8')).toContain(`Node ${node} or newer is needed`);
    expect(readFileSync(join(ROOT, 'src/server/plugin/health.ts'), 'utf8')).toContain(`'/readyz'`);
    expect(product).toContain(`fetch('http://127.0.0.1:8080/readyz')`);
    expect(product).toContain('stop_grace_period: 2m');
  });

  it('keeps the passwords beside it, what was built here and what was stored here out of the image', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    expect(page).toContain('beside a file `.env`');
    for (const name of ['.env', '.git', 'data', 'dist', 'node_modules']) expect(ignored).toContain(name);
  });
}); // prettier-ignore
