// The part of `npm run check` that reads package-lock.json against rules.json; it needs no network.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../writeFiles.ts';
import { audit, type Rules } from './audit.ts';
import { type Lock, type Manifest, readJson } from './lock.ts';

const INSTALLED = 'node_modules/.package-lock.json';
const npmrc = join(ROOT, '.npmrc');
const found = audit({
  manifest: readJson<Manifest>('package.json'),
  lock: readJson<Lock>('package-lock.json'),
  rules: readJson<Rules>('scripts/audit/rules.json'),
  npmrc: existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : '',
  ...(existsSync(join(ROOT, INSTALLED)) ? { installed: readJson<Lock>(INSTALLED) } : {}),
});
for (const violation of found) console.log(violation);
process.exitCode = found.length === 0 ? 0 : 1;
