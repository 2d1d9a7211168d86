import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../writeFiles.ts';

/** What is used of package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
}

/** Package → version or range. */
type Names = Readonly<Record<string, string>>;

/** A package as the lock file holds it. */
export interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

/** package-lock.json of version 3: packages by their path, the project itself under ''. */
export interface Lock {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** The name of the package at a path of the lock file. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Where a package finds another one, as Node looks for it: below itself, then beside it, upwards. */
export function findPackage(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ;) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (Object.hasOwn(lock.packages, path)) return path;
    if (at === '') return undefined;
    at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1));
  }
}

/** Reads a JSON file of the project. @param path from its root */
export const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T;
