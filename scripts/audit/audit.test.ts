import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../writeFiles.ts';
import { audit, type Audited, type Rules } from './audit.ts';
import { type Bill, billOf } from './bill.ts';
import { type Lock, type Locked, type Manifest, nameOf, readJson } from './lock.ts';

const rules = readJson<Rules>('scripts/audit/rules.json');
const manifest = readJson<Manifest>('package.json');
const lock = readJson<Lock>('package-lock.json');
const npmrc = readFileSync(join(ROOT, '.npmrc'), 'utf8');
const ours: Audited = { manifest, lock, rules, npmrc };

/** The project's own files with one package changed, or a further one planted. */
const planted = (path: string, change: Partial<Locked>): Audited => ({
  ...ours,
  lock: { ...lock, packages: { ...lock.packages, [path]: { ...GOOD, ...lock.packages[path], ...change } } },
});
const GOOD: Locked = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' };
const without = (path: string): Audited => ({
  ...ours,
  lock: {
    ...lock,
    packages: Object.fromEntries(Object.entries(lock.packages).filter(([at]) => at !== path)),
  },
});

it('finds nothing in what the product is made of', () => {
  expect(audit(ours)).toEqual([]);
});

it.each<[string, Audited]>([
  [
    'must have an exact version',
    { ...ours, manifest: { ...manifest, dependencies: { ...manifest.dependencies, pg: '^8.0.0' } } },
  ],
  [
    'is in package.json, not in package-lock.json',
    { ...ours, manifest: { ...manifest, devDependencies: { ...manifest.devDependencies, late: '1.0.0' } } },
  ],
  [
    'is in package-lock.json, not in package.json',
    planted('', { dependencies: { ...lock.packages['']?.dependencies, gone: '1.0.0' } }),
  ],
  ['another one in package-lock.json', planted('node_modules/pg', { version: '8.0.0' })],
  ['needs pg-types, which package-lock.json does not name', without('node_modules/pg-types')],
  ['no exact version', planted('node_modules/planted', { version: '1.x' })],
  [
    'only the registry',
    planted('node_modules/planted', { resolved: 'git+ssh://git@github.com/a/b.git#c0ffee' }),
  ],
  [
    'only the registry',
    planted('node_modules/planted', { resolved: 'http://registry.npmjs.org/a/-/a-1.0.0.tgz' }),
  ],
  ['only the registry', planted('node_modules/planted', { link: true, resolved: 'packages/planted' })],
  ['only the registry', planted('node_modules/planted', { optionalDependencies: { a: 'github:some/body' } })],
  ['only the registry', planted('node_modules/planted', { optionalDependencies: { a: 'some/body#main' } })],
  [
    'only the registry',
    planted('node_modules/planted', { optionalDependencies: { a: 'https://example.com/a.tgz' } }),
  ],
  ['under another name', planted('node_modules/planted', { name: 'typo-squatted' })],
  ['no SHA-512', planted('node_modules/pg', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' })],
  ['install script', planted('node_modules/planted', { hasInstallScript: true })],
  ['states no licence', planted('node_modules/pg', { license: undefined as never })],
  ['GPL-3.0-only, which is not allowed', planted('node_modules/planted', { license: 'GPL-3.0-only' })],
  [
    'MIT AND GPL-3.0-only, which is not allowed',
    planted('node_modules/planted', { license: 'MIT AND GPL-3.0-only' }),
  ],
  ['not allowed', planted('node_modules/planted', { license: 'SEE LICENSE IN LICENSE.md' })],
  // Allowed for what builds and tests, not for what runs.
  ['MPL-2.0, which is not allowed', planted('node_modules/planted', { license: 'MPL-2.0' })],
  ['stole wallets', planted('node_modules/debug', { version: '4.4.2' })],
  ['CVE-2024-37890', planted('node_modules/deep/node_modules/ws', { version: '8.17.0' })],
  ['CVE-2024-37890', planted('node_modules/deep/node_modules/ws', { version: '8.17.1-beta.1' })],
  ['writes files', planted('node_modules/peacenotwar', {})],
  [
    'is installed, but package-lock.json does not name it',
    { ...ours, installed: { packages: { 'node_modules/stray': GOOD } } },
  ],
  ['is not what package-lock.json names', { ...ours, installed: { packages: { 'node_modules/pg': GOOD } } }],
  [
    'lacks the line ignore-scripts=true',
    { ...ours, npmrc: npmrc.replace('ignore-scripts', '#ignore-scripts') },
  ],
])('refuses: %s', (sentence, given) => {
  expect(audit(given).join('\n')).toContain(sentence);
});

it.each([
  ['(MIT OR GPL-3.0-only)', {}],
  ['MIT AND (ISC OR GPL-3.0-only)', {}],
  ['MPL-2.0', { dev: true }],
])('allows %s', (license, more) => {
  expect(audit(planted('node_modules/planted', { license, ...more }))).toEqual([]);
});

it('makes a bill of materials that holds what npm itself finds, and what is installed', () => {
  const bill = billOf(manifest, lock, rules.licences.stated);
  expect(billOf(manifest, lock, rules.licences.stated)).toEqual(bill);
  expect(bill.metadata.component).toMatchObject({
    type: 'application',
    purl: `pkg:npm/meterhouse@${manifest.version}`,
  });
  const refs = bill.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const [path, { version }] of Object.entries(lock.packages))
    if (path !== '') expect(refs).toContain(`${nameOf(path)}@${version}`);
  for (const one of bill.components) {
    expect(one.licenses.length, one['bom-ref']).toBe(1);
    expect(one.hashes?.[0]?.content, one['bom-ref']).toMatch(/^[0-9a-f]{128}$/);
  }
  const known = new Set([...refs, bill.metadata.component['bom-ref']]);
  expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(known);
  expect(bill.dependencies.flatMap((one) => one.dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
  expect(bill.components.find(({ name }) => name === 'fastify')?.scope).toBe('required');
  expect(bill.components.find(({ name }) => name === 'vitest')?.scope).toBe('excluded');

  // An older npm has no such command.
  const npm = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (npm.status !== 0) return;
  const theirs = JSON.parse(npm.stdout) as Pick<Bill, 'components' | 'dependencies'>;
  expect(refs).toEqual(theirs.components.map((one) => one['bom-ref']).sort((a, b) => (a < b ? -1 : 1)));
  const hashes = ({ components }: Pick<Bill, 'components'>) =>
    new Map(components.map((one) => [one.purl, one.hashes?.[0]?.content]));
  expect(hashes(bill)).toEqual(hashes(theirs));
  const edges = ({ dependencies }: Pick<Bill, 'dependencies'>) =>
    new Map(dependencies.map(({ ref, dependsOn }) => [ref, [...dependsOn].sort()]));
  expect(edges(bill)).toEqual(edges(theirs));
});
