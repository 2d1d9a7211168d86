import { FLAG } from '#contract/usageFlag.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { FINDING_KINDS, type FindingKind } from '../contract.ts';

/** A run of quarters that are odd in the same way; energy in millionths. */
export interface Run {
  readonly kind: FindingKind;
  readonly from: number;
  readonly to: number;
  readonly energy: bigint | null;
}

/**
 * What is abnormal in a range, by time: quarters of which nothing is known are missing, others are what their flags say.
 * `quarters` in the order of time; `index` = the code's place in ENERGY_CODES.
 */
export function findRuns(quarters: readonly Bucket[], index: number, { from, to }: Range): Run[] {
  const open = new Map<FindingKind, { kind: FindingKind; from: number; to: number; energy: bigint | null }>();
  const runs: Run[] = [];
  let next = 0;
  for (let ts = from; ts < to; ts += QUARTER_MS) {
    while ((quarters[next]?.ts ?? Infinity) < ts) next++;
    const bucket = quarters[next]?.ts === ts ? quarters[next] : undefined;
    const energy = bucket?.energies[index] ?? null;
    for (const kind of kindsOf(bucket?.flags ?? 0, energy)) {
      const run = open.get(kind);
      if (run?.to === ts) {
        run.to += QUARTER_MS;
        if (energy !== null) run.energy = (run.energy ?? 0n) + energy;
      } else {
        const fresh = { kind, from: ts, to: ts + QUARTER_MS, energy };
        open.set(kind, fresh);
        runs.push(fresh);
      }
    }
  }
  return runs;
}

function kindsOf(flags: number, energy: bigint | null): FindingKind[] {
  return FINDING_KINDS.filter((kind) =>
    kind === 'missing'
      ? energy === null && (flags & (FLAG.suspect | FLAG.reset)) === 0
      : (flags & FLAG[kind]) !== 0,
  );
}
