import { FLAG } from '#contract/usageFlag.ts';
import { QUARTER_MS } from '../time/duration.ts';
import { type Bucket, type Costs, NO_ENERGIES, TAIL } from './bucket.ts';

/** What one meter adds to a sum in a bucket; undefined where nothing is known of it. */
export interface Share {
  readonly sign: 1 | -1;
  readonly bucket: Bucket | undefined;
  /** Seconds of the bucket in which it counts; 0 = nothing is demanded of it. */
  readonly dueS: number;
}

const MAIN = 0;

/**
 * The bucket of a virtual meter from those of its meters at the same place: Σ sign · energy, with the flags of all; it
 * lacks as much as the one that lacks most. Where one that counts is missing the rest is summed and the bucket is
 * `partial`; one that was never heard, does not count yet or no longer is not missing. The
 * energies beside the main one are told only where every meter with energy has them. Null where nothing is known.
 */
export function sumBucket(level: number, ts: number, shares: readonly Share[]): Bucket | null {
  if (shares.every((share) => share.bucket === undefined)) return null;
  const present = shares.filter((share) => share.bucket?.energies[MAIN] != null);
  const energies = NO_ENERGIES.map((_, code) => {
    let sum = 0n;
    for (const { sign, bucket } of present) {
      const energy = bucket?.energies[code];
      if (energy == null) return null;
      sum += sign === 1 ? energy : -energy;
    }
    return present.length === 0 ? null : sum;
  });
  const costs = costsOf(present);
  const due = shares.filter((share) => share.dueS > 0);
  let flags =
    present.length > 0 && due.some(({ bucket }) => bucket?.energies[MAIN] == null) ? FLAG.partial : 0;
  let [longest, lacking] = [0, 0];
  for (const { bucket, dueS } of shares) {
    flags |= (bucket?.flags ?? 0) & ~TAIL;
    longest = Math.max(longest, dueS);
    lacking = Math.max(lacking, dueS - (bucket?.coveredS ?? 0));
  }
  const main = energies[MAIN] ?? null;
  // Demand is the mean power of a quarter of an hour that every meter that counts has measured in full.
  const full =
    level === 1 && main !== null && due.length > 0 && due.every((share) => share.bucket?.md != null);
  const sum: Bucket = {
    level,
    ts,
    energies,
    pSum: null,
    pN: 0,
    pMax: null,
    pMaxAt: null,
    pMin: null,
    pMinAt: null,
    md: full ? main * 4n : null,
    mdAt: full ? ts + QUARTER_MS : null,
    sd: null,
    sdAt: null,
    mdN: full ? 1 : 0,
    coveredS: longest - lacking,
    flags,
    headFrom: null,
    headTo: null,
  };
  return costs ? { ...sum, costs } : sum;
}

/** What the meters that count cost together; told of each kind only where every one of them has it. */
function costsOf(present: readonly Share[]): Costs | undefined {
  const [first] = present;
  if (!first || present.some(({ bucket }) => !bucket?.costs)) return undefined;
  return first.bucket?.costs?.map((_, kind) => {
    let sum = 0n;
    for (const { sign, bucket } of present) {
      const cost = bucket?.costs?.[kind];
      if (cost == null) return null;
      sum += sign === 1 ? cost : -cost;
    }
    return sum;
  });
}

/**
 * The bucket of a larger size: `rolled` from the virtual meter's own smaller ones has the demand and says where a
 * meter was missing; `summed` from the meters' buckets of this size, where theirs lie on the same borders, has the
 * rest. Without it a guess of shape inside stays told.
 */
export function largerSum(rolled: Bucket | undefined, summed: Bucket | null, inside: number): Bucket | null {
  if (!summed) return rolled ? { ...rolled, flags: rolled.flags | (inside & FLAG.interpolated) } : null;
  if (!rolled) return summed;
  const { md, mdAt, mdN } = rolled;
  return { ...summed, flags: summed.flags | (rolled.flags & FLAG.partial), md, mdAt, mdN };
}
