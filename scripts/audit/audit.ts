import { findPackage, type Lock, type Locked, type Manifest, nameOf } from './lock.ts';

/** What a dependency may be; kept in rules.json. */
export interface Rules {
  readonly licences: {
    readonly all: readonly string[];
    /** For packages beside these that the product does not run. */
    readonly development: readonly string[];
    /** Of packages that say none in their package.json but have the text of one. */
    readonly stated: Readonly<Record<string, string>>;
  };
  /** Packages that bring a script for the install, and why it is not needed: no script is run. */
  readonly installScripts: Readonly<Record<string, string>>;
  /** Lines that .npmrc must hold, so that an install by hand does as ours does. */
  readonly npmrc: readonly string[];
  /** Versions that harm: listed ones, all below one, or all. */
  readonly refused: readonly {
    readonly name: string;
    readonly versions?: readonly string[];
    readonly below?: string;
    readonly why: string;
  }[];
}

/** What is looked at. */
export interface Audited {
  readonly manifest: Manifest;
  readonly lock: Lock;
  readonly rules: Rules;
  readonly npmrc: string;
  /** node_modules/.package-lock.json; none before the first install. */
  readonly installed?: Pick<Lock, 'packages'>;
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const ELSEWHERE = /^(git|https?|file|link|ssh|github|gitlab|bitbucket)\b.*[:/]|^[\w.-]+\/[\w.-]+(#|$)/;
const REGISTRY = 'https://registry.npmjs.org/';
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** Every violation of the rules by the dependencies, a sentence each; reads nothing but what it is given. */
export function audit({ manifest, lock, rules, npmrc, installed }: Audited): string[] {
  const found: string[] = [];
  const lines = npmrc.split('\n').map((line) => line.trim());
  for (const line of rules.npmrc) if (!lines.includes(line)) found.push(`.npmrc lacks the line ${line}.`);
  if (lock.lockfileVersion !== 3) found.push('package-lock.json must be of version 3.');
  for (const kind of KINDS) found.push(...auditManifest(kind, manifest, lock));
  for (const [path, locked] of Object.entries(lock.packages))
    if (path !== '') found.push(...auditPackage(path, locked, lock, rules));
  for (const [path, { version, integrity }] of Object.entries(installed?.packages ?? {})) {
    const locked = lock.packages[path];
    if (!locked) found.push(`${path} is installed, but package-lock.json does not name it.`);
    else if (locked.version !== version || locked.integrity !== integrity)
      found.push(`${path} is installed as ${version}, which is not what package-lock.json names.`);
  }
  return found;
}

function* auditManifest(kind: (typeof KINDS)[number], manifest: Manifest, lock: Lock): Iterable<string> {
  const root = lock.packages['']?.[kind] ?? {};
  for (const name of Object.keys(root))
    if (manifest[kind]?.[name] === undefined) yield `${name} is in package-lock.json, not in package.json.`;
  for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
    if (!EXACT.test(version)) yield `${name} must have an exact version in package.json, not “${version}”.`;
    const locked = lock.packages[`node_modules/${name}`];
    if (!locked) yield `${name} is in package.json, not in package-lock.json.`;
    else if (locked.version !== version || root[name] !== version)
      yield `${name} is ${version} in package.json and another one in package-lock.json.`;
  }
}

function* auditPackage(path: string, locked: Locked, lock: Lock, rules: Rules): Iterable<string> {
  const name = nameOf(path);
  const { version = '', resolved, integrity, license } = locked;
  const reported = `${name} ${version} (${path})`;
  if (!EXACT.test(version)) yield `${reported} has no exact version in package-lock.json.`;
  if (locked.link || (resolved !== undefined && !resolved.startsWith(REGISTRY)))
    yield `${reported} comes from ${resolved ?? 'a folder'}: only the registry may be a source.`;
  if (locked.name !== undefined && locked.name !== name)
    yield `${reported} is ${locked.name} under another name.`;
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    yield `${reported} has no SHA-512 in package-lock.json.`;
  if (locked.hasInstallScript && rules.installScripts[name] === undefined)
    yield `${reported} brings an install script and is not listed among those that do.`;
  const stated = license ?? rules.licences.stated[name];
  const allowed = locked.dev ? [...rules.licences.all, ...rules.licences.development] : rules.licences.all;
  if (stated === undefined) yield `${reported} states no licence.`;
  else if (!isAllowed(stated, allowed)) yield `${reported} has the licence ${stated}, which is not allowed.`;
  for (const rule of rules.refused)
    if (rule.name === name && isRefused(version, rule)) yield `${reported} is refused: ${rule.why}.`;
  yield* auditNeeds(path, locked, lock, reported);
}

/** What a package needs must be locked too, and come from the registry. */
function* auditNeeds(path: string, locked: Locked, lock: Lock, reported: string): Iterable<string> {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta,
  } = locked;
  const needs = { ...peerDependencies, ...dependencies };
  for (const [name, range] of Object.entries({ ...needs, ...optionalDependencies })) {
    if (ELSEWHERE.test(range))
      yield `${reported} takes ${name} from ${range}: only the registry may be a source.`;
    const optional =
      optionalDependencies[name] !== undefined || peerDependenciesMeta?.[name]?.optional === true;
    if (!optional && findPackage(lock, path, name) === undefined)
      yield `${reported} needs ${name}, which package-lock.json does not name.`;
  }
}

/** An SPDX expression of names, AND, OR and brackets. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    const word = words[at++];
    if (word !== '(') return allowed.includes(word ?? '');
    const inside = any();
    return words[at++] === ')' && inside;
  };
  const all = (): boolean => {
    let holds = one();
    while (words[at] === 'AND' && ++at) holds = one() && holds;
    return holds;
  };
  const any = (): boolean => {
    let holds = all();
    while (words[at] === 'OR' && ++at) holds = all() || holds;
    return holds;
  };
  const holds = any();
  return holds && at === words.length;
}

function isRefused(version: string, { versions, below }: Rules['refused'][number]): boolean {
  if (versions !== undefined) return versions.includes(version);
  return below === undefined || isBelow(version, below);
}

/** Whether a version stands before another; a pre-release stands before what it leads to. */
function isBelow(version: string, limit: string): boolean {
  const [numbers = '', ...before] = version.split('-');
  const [mine, theirs] = [numbers, limit].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (mine?.[i] ?? 0) - (theirs?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return before.length > 0;
}
