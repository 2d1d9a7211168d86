import { findPackage, type Lock, type Locked, type Manifest, nameOf } from './lock.ts';

/** A package in a software bill of materials. */
interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  /** `required`: a part of what runs on every machine. */
  readonly scope: 'required' | 'optional' | 'excluded';
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses: readonly (
    { readonly license: { readonly id: string } } | { readonly expression: string }
  )[];
}

/** A CycloneDX 1.6 document. */
export interface Bill {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * The bill of materials of what package-lock.json names: the same lock file gives the same bill, byte for byte.
 * A version that lies at several places stands in it once, with the widest of their scopes.
 * @param stated licences of packages that say none themselves
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function billOf(manifest: Manifest, lock: Lock, stated: Readonly<Record<string, string>>): Bill {
  const components = new Map<string, Component>();
  const edges = new Map<string, Set<string>>();
  const root = { ...manifest, license: manifest.license ?? 'UNLICENSED' };
  const rootRef = refOf(manifest.name, manifest.version);
  for (const [path, locked] of Object.entries(lock.packages)) {
    const ref = path === '' ? rootRef : refOf(nameOf(path), locked.version ?? '');
    const known = components.get(ref);
    if (path !== '' && (!known || SCOPES.indexOf(scopeOf(locked)) < SCOPES.indexOf(known.scope)))
      components.set(ref, componentOf(nameOf(path), locked, stated[nameOf(path)]));
    const needs = edges.get(ref) ?? new Set();
    edges.set(ref, needs);
    for (const name of needsOf(locked)) {
      const found = findPackage(lock, path, name);
      if (found !== undefined) needs.add(refOf(name, lock.packages[found]?.version ?? ''));
    }
  }
  const { hashes: _none, ...application } = componentOf(manifest.name, root, undefined);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...application, type: 'application' } },
    components: [...components.values()].sort((a, b) => compare(a['bom-ref'], b['bom-ref'])),
    dependencies: [...edges]
      .map(([ref, needs]) => ({ ref, dependsOn: [...needs].sort(compare) }))
      .sort((a, b) => compare(a.ref, b.ref)),
  };
}

const SCOPES = ['required', 'optional', 'excluded'] as const;
const scopeOf = ({ dev, devOptional, optional }: Locked): Component['scope'] =>
  dev ? 'excluded' : devOptional || optional ? 'optional' : 'required';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const refOf = (name: string, version: string): string => `${name}@${version}`;

function needsOf(locked: Locked): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = locked;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies });
}

function componentOf(name: string, locked: Locked, stated: string | undefined): Component {
  const { version = '', integrity } = locked;
  const license = locked.license ?? stated;
  return {
    type: 'library',
    'bom-ref': refOf(name, version),
    name,
    version,
    scope: scopeOf(locked),
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
    ...(integrity === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }),
    licenses:
      license === undefined
        ? []
        : [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
  };
}
