import { FLAG } from '#contract/usageFlag.ts';
import { type Level, bucketBounds } from '../time/bucket.ts';
import { QUARTER_MS } from '../time/duration.ts';
import type { Zone } from '../time/zone.ts';
import { type Bucket, type Costs, NO_ENERGIES, TAIL } from './bucket.ts';

/**
 * The buckets of `level` that touch [from, to), from all their buckets of the level below in the order of time.
 * A span that lies wholly inside a parent is not interpolated there, and covered also where it is longer than a quarter
 * of an hour: its children name it as their head.
 */
export function rollUp(
  zone: Zone,
  level: Level,
  from: number,
  to: number,
  children: readonly Bucket[],
): Bucket[] {
  const bounds = bucketBounds(zone, level, from, to);
  const rows: Bucket[] = [];
  let i = 0;
  while (i < children.length && (children[i] as Bucket).ts < (bounds[0] ?? 0)) i++;
  for (let b = 0; b + 1 < bounds.length; b++) {
    const start = bounds[b] as number;
    const end = bounds[b + 1] as number;
    const first = i;
    while (i < children.length && (children[i] as Bucket).ts < end) i++;
    if (i > first)
      rows.push(parentOf(level, start, end, children.slice(first, i), childEnd(zone, level, end)));
  }
  return rows;
}

/** Start of the last child of a bucket that ends at `end`. */
function childEnd(zone: Zone, level: Level, end: number): number {
  return bucketBounds(zone, (level - 1) as Level, end - 1, end)[0] ?? end;
}

function parentOf(
  level: Level,
  start: number,
  end: number,
  children: readonly Bucket[],
  lastStart: number,
): Bucket {
  const energies: (bigint | null)[] = [...NO_ENERGIES];
  let pSum: bigint | null = null;
  let pN = 0;
  let high: Bucket | undefined;
  let low: Bucket | undefined;
  let peak: Bucket | undefined;
  let slid: Bucket | undefined;
  let mdN = 0;
  let covered = 0;
  let flags = 0;
  let lastHead = NaN;
  let costs: Costs | undefined;
  for (const child of children) {
    for (let code = 0; code < energies.length; code++) {
      const energy = child.energies[code];
      if (energy == null) continue;
      const sum = energies[code];
      energies[code] = sum == null ? energy : sum + energy;
    }
    if (child.pSum !== null) pSum = (pSum ?? 0n) + child.pSum;
    pN += child.pN;
    if (child.pMax !== null && (high?.pMax == null || child.pMax > high.pMax)) high = child;
    if (child.pMin !== null && (low?.pMin == null || child.pMin < low.pMin)) low = child;
    if (child.md !== null && (peak?.md == null || child.md > peak.md)) peak = child;
    if (child.sd !== null && (slid?.sd == null || child.sd > slid.sd)) slid = child;
    mdN += child.mdN;
    covered += child.coveredS;
    flags |= child.flags;
    if (child.costs) costs = costs ? costs.map((sum, i) => add(sum, child.costs?.[i])) : child.costs;
    const { headFrom, headTo } = child;
    if (headFrom === null || headTo === null || headFrom === lastHead) continue;
    lastHead = headFrom;
    const long = headTo - headFrom > QUARTER_MS;
    if (long && headFrom >= start && headTo <= end) covered += Math.round((headTo - headFrom) / 1000);
  }
  const first = children[0] as Bucket;
  const last = children.at(-1) as Bucket;
  const head = first.ts === start && first.headFrom !== null;
  const tail = last.ts === lastStart && (last.flags & TAIL) !== 0;
  if (slid?.sd != null && peak?.md != null && slid.sd <= peak.md) slid = undefined;
  flags &= ~(FLAG.interpolated | TAIL);
  if (head || tail) flags |= FLAG.interpolated;
  if (tail) flags |= TAIL;
  if (covered > 0) flags |= FLAG.measured;
  const parent: Bucket = {
    level,
    ts: start,
    energies,
    pSum,
    pN,
    pMax: high?.pMax ?? null,
    pMaxAt: high?.pMaxAt ?? null,
    pMin: low?.pMin ?? null,
    pMinAt: low?.pMinAt ?? null,
    md: peak?.md ?? null,
    mdAt: peak?.mdAt ?? null,
    sd: slid?.sd ?? null,
    sdAt: slid?.sdAt ?? null,
    mdN,
    coveredS: Math.min(covered, Math.round((end - start) / 1000)),
    flags,
    headFrom: head ? first.headFrom : null,
    headTo: head ? first.headTo : null,
  };
  return costs ? { ...parent, costs } : parent;
}

const add = (sum: bigint | null, cost: bigint | null | undefined): bigint | null =>
  cost == null ? sum : sum === null ? cost : sum + cost;
