import type { Period } from '#contract/period.ts';
import { splitPeriods } from '../calendar/split.ts';
import type { Level } from '../time/bucket.ts';
import type { Zone } from '../time/zone.ts';
import type { Bucket } from './bucket.ts';
import { type MeterInput, quartersOf, spansOf } from './fold.ts';
import { onGrid } from './reach.ts';
import { rollUp } from './rollUp.ts';

/** Every bucket of every level that an input touches, folded at once: for small histories and tests. */
export function foldAll(
  input: MeterInput,
  zone: Zone,
  periodAt: (start: number) => Period | 0 = () => 0,
): Bucket[] {
  const spans = spansOf(input);
  let from = Infinity;
  let to = -Infinity;
  for (const list of spans.values()) {
    for (const span of list) {
      from = Math.min(from, span.from);
      to = Math.max(to, span.to);
    }
  }
  for (const { ts } of input.power) {
    from = Math.min(from, ts);
    to = Math.max(to, ts + 1);
  }
  if (from > to) return [];
  let rows = splitPeriods(quartersOf(input, spans, onGrid({ from, to })), periodAt);
  const all = [...rows];
  for (const level of [2, 3, 4, 5] as const satisfies readonly Level[]) {
    rows = rollUp(zone, level, from, to, rows);
    // A gap of decades has a million buckets, more than a call takes as arguments.
    for (const row of rows) all.push(row);
  }
  return all;
}
