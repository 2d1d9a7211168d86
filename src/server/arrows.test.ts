import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const FEATURE = /^src\/feature\/(\w+\/\w+)\//;
const IMPORT = /(?:\bfrom|\bimport\(?)\s*'([#.][^']+)'/g;

/** Which feature imports which, at once or later, for a value or a type. */
function graphOf(files: Readonly<Record<string, string>>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of Object.entries(files)) {
    const from = FEATURE.exec(file)?.[1];
    if (from === undefined) continue;
    const to = graph.get(from) ?? new Set();
    graph.set(from, to);
    for (const [, source = ''] of text.matchAll(IMPORT)) {
      const path = source.startsWith('#')
        ? `src/${source.slice(1)}`
        : posix.join(posix.dirname(file), source);
      const feature = FEATURE.exec(path)?.[1];
      if (feature !== undefined && feature !== from) to.add(feature);
    }
  }
  return graph;
}

const wingOf = (feature: string): string => feature.split('/')[0] ?? '';

/** The same between wings. */
function wingsOf(features: Graph): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [feature, to] of features) {
    const wing = wingOf(feature);
    const wings = graph.get(wing) ?? new Set();
    graph.set(wing, wings);
    for (const other of to) if (wingOf(other) !== wing) wings.add(wingOf(other));
  }
  return graph;
}

/** What is reached from a node by one arrow or more. */
function reachedFrom(graph: Graph, node: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(node) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/** The groups of nodes that reach one another, each sorted. */
function circlesOf(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const circles = [...graph.keys()]
    .filter((node) => reached.get(node)?.has(node))
    .map((node) =>
      [...(reached.get(node) ?? [])].filter((other) => reached.get(other)?.has(node)).toSorted(),
    );
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].toSorted((a, b) =>
    a.join().localeCompare(b.join()),
  );
}

/** The arrows between wings that ARCHITECTURE.md draws. */
function drawn(): Graph {
  const [, part = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## The arrows');
  const lines = part.split('\n## ')[0]?.matchAll(/^(\w+) +─▶ (\w+(?:, \w+)*)$/gm) ?? [];
  return new Map([...lines].map(([, wing = '', others = '']) => [wing, new Set(others.split(', '))]));
}

const arrows = (graph: Graph): string[] =>
  [...graph].flatMap(([from, to]) => [...to].map((one) => `${from} ─▶ ${one}`)).toSorted();

function sources(): Record<string, string> {
  const names = readdirSync(join(ROOT, 'src/feature'), { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => [`src/feature/${name}`, readFileSync(join(ROOT, 'src/feature', name), 'utf8')]),
  );
}

describe('the graph of the features', () => {
  const features = graphOf(sources());

  it.each([
    ['features', features],
    ['wings', wingsOf(features)],
  ] as const)('has no circle of %s', (_, graph) => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it('has the arrows between wings that ARCHITECTURE.md draws, and no other', () => {
    expect(arrows(wingsOf(features))).toEqual(arrows(drawn()));
  });

  it('sees a circle and an arrow, however a file imports', () => {
    const graph = graphOf({
      'src/feature/house/a/server/a.ts': `import type { B } from '#feature/money/b/contract.ts';`,
      'src/feature/money/b/web/b.tsx': `export const later = () => import('#feature/home/c/web/public.ts');`,
      'src/feature/home/c/web/c.ts': `export * from '../../../house/a/web/public.ts';\nimport './d.ts';`,
      'src/feature/home/d/server/d.ts': `import '#feature/home/c/server/public.ts';\nimport '#server/app.ts';`,
    });
    expect(circlesOf(graph)).toEqual([['home/c', 'house/a', 'money/b']]);
    expect(arrows(wingsOf(graph))).toEqual(['home ─▶ house', 'house ─▶ money', 'money ─▶ home']);
  });
});
