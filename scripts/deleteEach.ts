/**
 * Tries what the doors promise: a feature can be deleted. For each, in a work tree of its own, its folder and its lines in the lists
 * go, the types are checked, and what breaks must be a file of a feature that stands on it, or a test.
 *   npm run delete:each -- [wing/feature …]      all without a name; hours for all of them
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FEATURES = 'src/feature';

/** Lists in which a feature may have lines: what is imported of it there goes with it. */
const LISTS = ['src/server/features.ts', 'src/server/shipped.ts', 'src/web/features.ts'];

/** Lists as well, by hand: halves of resources belong to the feature they take something of, roles start its loops. */
const BY_HAND =
  /^src\/(?:resource\/.+\.(?:server\.ts|web\.tsx)|(?:server|web)\/resource\/slots\.ts|server\/role\/\w+\.ts|server\/main\.ts)$/;

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || !file.startsWith('src/');

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });

function allFeatures(): string[] {
  return readdirSync(join(ROOT, FEATURES)).flatMap((wing) =>
    readdirSync(join(ROOT, FEATURES, wing)).map((feature) => `${wing}/${feature}`),
  );
}

/** A list without what it imports of a feature: the import, and the lines that hold its names alone. */
export function withoutLines(text: string, feature: string): string {
  const gone: string[] = [];
  const imports = /^import \{([^}]*)\} from '([^']+)';\n/gm;
  const rest = text.replace(imports, (line, names: string, source: string) => {
    if (!source.startsWith(`#feature/${feature}/`)) return line;
    for (const name of names.split(',')) gone.push(name.trim().split(' ').at(-1) ?? '');
    return '';
  });
  const names = new Set(gone.filter(Boolean));
  return rest
    .split('\n')
    .filter((line) => !names.has(/^ {2}(?:\.\.\.)?(\w+),$/.exec(line)?.[1] ?? ''))
    .join('\n')
    .replace(
      /= \[([\w, ]+)\];$/gm,
      (_list, held: string) =>
        `= [${held
          .split(', ')
          .filter((name) => !names.has(name))
          .join(', ')}];`,
    );
}

/** Files in which the type checker finds faults. */
export const brokenIn = (said: string): string[] => [
  ...new Set([...said.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file)),
];

/** The features that import one, or what imports it: their types may follow from its. */
function standingOn(feature: string, all: readonly string[]): ReadonlySet<string> {
  const imported = new Map(all.map((one) => [one, importsOf(one)]));
  const found = new Set([feature]);
  // The set grows while it is walked.
  for (const at of found) for (const [one, of] of imported) if (of.has(at)) found.add(one);
  return found;
}

function importsOf(feature: string): ReadonlySet<string> {
  const folder = join(ROOT, FEATURES, feature);
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const doors = texts.flatMap((text) => [...text.matchAll(/'#feature\/(\w+\/\w+)\//g)]);
  return new Set(doors.map(([, one = '']) => one));
}

/** Whether what broke in a file is no fault: the file stands on the feature, or is a list with a line of it. */
function mayBreak(file: string, standing: ReadonlySet<string>): boolean {
  const own = /^src\/feature\/(\w+\/\w+)\//.exec(file)?.[1];
  return own === undefined ? BY_HAND.test(file) : standing.has(own);
}

interface Tried {
  readonly dependents: readonly string[];
  /** Files outside the features that stand on it, which broke. */
  readonly faults: readonly string[];
}

function tryOne(tree: string, feature: string, standing: ReadonlySet<string>): Tried {
  rmSync(join(tree, FEATURES, feature), { recursive: true });
  for (const list of LISTS) {
    const path = join(tree, list);
    writeFileSync(path, withoutLines(readFileSync(path, 'utf8'), feature));
  }
  const { stdout, status, error } = spawnSync('npx', ['tsc', '-b', '--pretty', 'false'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const broken = brokenIn(stdout).filter((file) => !isTest(file));
  if (status !== 0 && brokenIn(stdout).length === 0) throw new Error(`tsc did not check: ${stdout}`);
  const faults = broken.filter((file) => !mayBreak(file, standing));
  return { dependents: broken.filter((file) => !faults.includes(file)), faults };
}

/** The packages by links one by one: what the type checker keeps beside them is the tree's own. */
function linkModules(tree: string): void {
  const modules = join(tree, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
}

function main(): void {
  const all = allFeatures();
  const named = process.argv.slice(2);
  const unknown = named.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No such feature: ${unknown.join(', ')}`);
  const tree = join(mkdtempSync(join(tmpdir(), 'delete-each-')), 'tree');
  git('worktree', 'add', '--detach', '--quiet', tree, 'HEAD');
  let failed = 0;
  try {
    linkModules(tree);
    for (const feature of named.length > 0 ? named : all) {
      const { dependents, faults } = tryOne(tree, feature, standingOn(feature, all));
      const standing =
        dependents.length === 0 ? 'nothing stands on it' : `${dependents.length} files stand on it`;
      console.log(`${faults.length === 0 ? 'good' : 'FAULT'} ${feature}: ${standing}`);
      for (const file of faults) console.log(`  ${file}`);
      failed += faults.length === 0 ? 0 : 1;
      execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: tree });
    }
  } finally {
    git('worktree', 'remove', '--force', tree);
    if (existsSync(tree)) rmSync(tree, { recursive: true });
  }
  if (failed > 0) process.exitCode = 1;
}

if (import.meta.main) main();
