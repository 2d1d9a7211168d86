import { expect, it } from 'vitest';
import { ATTACKS } from './kinds.ts';
import { RESTARTS, timesByKind, timesOf } from './times.ts';

it('tells restarts apart from what is counted from its end, which would make them look short', () => {
  const rounds = [
    ...Array.from({ length: 4 }, () => ({ name: 'tree', ms: 12_000 })),
    ...Array.from({ length: 76 }, () => ({ name: 'import', ms: 100 })),
  ];
  const { all, restarts, byKind } = timesByKind(rounds);
  expect(all).toEqual({ rounds: 80, median: 100, p95: 100, longest: 12_000 });
  expect(restarts).toEqual({ rounds: 4, median: 12_000, p95: 12_000, longest: 12_000 });
  expect(byKind).toEqual({ tree: restarts, import: { rounds: 76, median: 100, p95: 100, longest: 100 } });
});

it('is nothing where there was no round', () => {
  expect(timesOf([])).toEqual({ rounds: 0, median: 0, p95: 0, longest: 0 });
});

it('names attacks that there are', () => {
  expect(RESTARTS.filter((name) => !Object.hasOwn(ATTACKS, name))).toEqual([]);
});
