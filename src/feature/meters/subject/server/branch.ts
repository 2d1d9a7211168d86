import { expectedUntil } from '#domain/figure/amount.ts';
import { isCovered } from '#domain/figure/change.ts';
import { ALWAYS, type Counting, dueSeconds, isDue } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { groupedBy } from '#domain/group.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import {
  type IntervalSum,
  knownUntilOfEach,
  NO_SUM,
  usageOverGroups,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { Flows } from '../domain/flow.ts';
import type { Organisation, OrgMeter } from './organisation.ts';

/** A meter with those right below it. */
export interface Branch {
  readonly meterId: number;
  readonly belowIds: readonly number[];
}

/** Energies over one time, millionths; null of a meter of which too little is known. */
export interface BranchEnergies {
  readonly own: bigint | null;
  /** Of those below that count in that time. */
  readonly below: ReadonlyMap<number, bigint | null>;
}

interface Asked {
  readonly range: Range;
  readonly now: number;
  /** What is known of each meter in the range. */
  readonly sums: ReadonlyMap<number, IntervalSum>;
}

/** A meter whose step nobody says is read each minute, seconds. */
const LEAST_STEP = 60;
/** A meter that is known no farther than this share of the time so far has too little to tell an energy. */
const SINCE = 0.9;
/** The last quarter of an hour of a meter is looked for in the coarsest buckets of which so many have passed. */
const MANY = 100;
const GRAINS = [
  { level: LEVEL.day, ms: DAY_MS },
  { level: LEVEL.hour, ms: HOUR_MS },
] as const;

const floorQuarter = (t: number): number => Math.floor(t / QUARTER_MS) * QUARTER_MS;

/**
 * What a meter and those below it counted over the same time (decision 117), by the meter above: what is not over ends
 * at the last quarter of an hour that all of them have, and of each nine tenths of what is due so far must be known.
 */
export async function branchEnergies(
  trx: Db,
  organisation: Organisation,
  branches: readonly Branch[],
  asked: Asked,
): Promise<Map<number, BranchEnergies>> {
  if (branches.length === 0) return new Map();
  const { range, now, sums } = asked;
  const meters = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const isRunning = range.to > now;
  const endOf = isRunning ? await runningEnds(trx, organisation, branches, asked) : () => range.to;
  const groups = [...groupedBy(branches, endOf)].map(([end, list]) => ({
    list,
    interval: { from: range.from, to: end },
    meterIds: [...new Set(list.flatMap(({ meterId, belowIds }) => [meterId, ...belowIds]))],
  }));
  const told = isRunning ? await usageOverGroups(trx, groups) : [];
  const found = new Map<number, BranchEnergies>();
  for (const [i, { list, interval: same }] of groups.entries())
    for (const branch of list)
      found.set(branch.meterId, energiesOf(branch, meters, { ...asked, known: told[i] ?? sums, same }));
  return found;
}

type Meters = ReadonlyMap<number, OrgMeter>;

/** Up to when data of meters may be expected: of the one that is read the least often. */
function dueUntil(meters: Meters, ids: readonly number[], { range, now }: Asked): number {
  const step = ids.reduce((most, id) => Math.max(most, meters.get(id)?.intervalSeconds ?? 0), LEAST_STEP);
  return Math.min(range.to, expectedUntil({ now, stepMs: step * 1000 }));
}

function energiesOf(
  { meterId, belowIds }: Branch,
  meters: Meters,
  asked: Asked & { readonly known: Asked['sums']; readonly same: Range },
): BranchEnergies {
  const { known, same, sums } = asked;
  const countingOf = (id: number): Counting => meters.get(id)?.counting ?? ALWAYS;
  const until = dueUntil(meters, [meterId, ...belowIds], asked);
  const energyOf = (id: number): bigint | null => {
    const { coveredS } = sums.get(id) ?? NO_SUM;
    const isKnown = isCovered(coveredS, dueSeconds(countingOf(id), same.from, until) * 1000);
    return isKnown ? (known.get(id)?.energy ?? null) : null;
  };
  const due = belowIds.filter((id) => isDue(countingOf(id), same.from, same.to));
  return { own: energyOf(meterId), below: new Map(due.map((id) => [id, energyOf(id)])) };
}

/** Up to when all meters of a branch are known in a range that is not over, of what has had time to come. */
async function runningEnds(
  trx: Db,
  organisation: Organisation,
  branches: readonly Branch[],
  asked: Asked,
): Promise<(branch: Branch) => number> {
  const { range, now } = asked;
  const flows = Flows.of(organisation);
  const meters = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  // A virtual meter is known as far as all of its parts.
  const realOf = ({ meterId, belowIds }: Branch): number[] =>
    [meterId, ...belowIds].flatMap((id) => [...flows.realOf(new Map([[id, 1]])).keys()]);
  const ids = [...new Set(branches.flatMap(realOf))];
  const passed = dueUntil(meters, ids, asked) - range.from;
  const since = floorQuarter(range.from + SINCE * Math.max(0, passed));
  const { level } = GRAINS.find(({ ms }) => MANY * ms <= passed) ?? { level: LEVEL.quarter };
  const lasts = await knownUntilOfEach(trx, ids, level, since, now);
  const endOf = (id: number): number[] => {
    const counting = meters.get(id)?.counting;
    const known = lasts.get(id) ?? since;
    // One that does not count after that lacks nothing.
    if (!counting || !isDue(counting, known, now)) return [];
    return [Math.max(known, floorQuarter(counting.from ?? known))];
  };
  return (branch) => {
    const real = realOf(branch);
    const due = floorQuarter(dueUntil(meters, [branch.meterId, ...branch.belowIds, ...real], asked));
    return Math.max(range.from, Math.min(due, ...real.flatMap(endOf)));
  };
}
