import { FLAG } from '#contract/usageFlag.ts';
import { type Bucket, type Costs, NO_ENERGIES, TAIL } from './bucket.ts';

/** What one meter adds to a sum in a bucket; undefined where nothing is known of it. */
export interface Share {
  readonly sign: 1 | -1;
  readonly bucket: Bucket | undefined;
}

const MAIN = 0;

/**
 * The bucket of a virtual meter from those of its meters at the same place: Σ sign · energy, as well covered as the
 * worst of them, with the flags of all. Where one is missing the rest is summed and the bucket is `partial`; the
 * energies beside the main one are told only where every meter that counts has them. Null where nothing is known.
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
  let flags = present.length > 0 && present.length < shares.length ? FLAG.partial : 0;
  let covered = Infinity;
  for (const { bucket } of shares) {
    flags |= (bucket?.flags ?? 0) & ~TAIL;
    covered = Math.min(covered, bucket?.coveredS ?? 0);
  }
  const main = energies[MAIN] ?? null;
  // Demand is the mean power of a quarter of an hour that every meter has measured in full.
  const full = level === 1 && main !== null && shares.every((share) => share.bucket?.md != null);
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
    mdAt: full ? ts + 900_000 : null,
    sd: null,
    sdAt: null,
    mdN: full ? 1 : 0,
    coveredS: covered,
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
