import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import {
  extremesOver,
  type Extremes,
  type SumBucket,
  usageSum,
  usageSums,
} from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { LoadStatistic } from '../contract.ts';
import type { AskedAnalysis } from './ask.ts';
import { loadOf, powerOf } from './load.ts';
import { bucketLabel } from './series.ts';

const QUARTER_MS = 900_000;

/** Load of a stretch, without the stretch. */
export type StretchLoad = Omit<LoadStatistic, 'dtType' | 'date'>;

interface Instant {
  readonly power: number;
  readonly ts: number;
}

/** What is known of a stretch: its energy in millionths over the ms that it is known of. */
interface Known {
  readonly max: Instant;
  readonly min: Instant;
  readonly energy: bigint;
  readonly ms: number;
}

const powerOver = (energy: bigint, ms: number): number => powerOf(energy, { ts: 0, end: ms }) ?? 0;

function ofQuarters({ n, energy, max, min }: Extremes): Known {
  const at = (one: Extremes['max']): Instant => ({ power: powerOver(one.energy, QUARTER_MS), ts: one.ts });
  return { max: at(max), min: at(min), energy, ms: n * QUARTER_MS };
}

function ofHours(hours: readonly SumBucket[], until: number): Known | null {
  const over = hours.filter((one) => one.energy !== null && one.end <= until);
  const { max, min } = loadOf(over, until);
  if (!max || !min) return null;
  const at = (one: SumBucket): Instant => ({ power: powerOf(one.energy, one) ?? 0, ts: one.ts });
  return {
    max: at(max),
    min: at(min),
    energy: over.reduce((sum, one) => sum + (one.energy ?? 0n), 0n),
    ms: over.reduce((sum, one) => sum + one.end - one.ts, 0),
  };
}

/** Stretches one after the other as one; the first where several are as high or as low. */
function joined(all: readonly (Known | null)[]): Known | null {
  return all.reduce(
    (sum, one) =>
      !sum || !one
        ? (sum ?? one)
        : {
            max: one.max.power > sum.max.power ? one.max : sum.max,
            min: one.min.power < sum.min.power ? one.min : sum.min,
            energy: sum.energy + one.energy,
            ms: sum.ms + one.ms,
          },
    null,
  );
}

/** Under the names of the specification: highest, lowest, mean, rate (mean ÷ highest) and difference. */
function told({ zone }: AskedAnalysis, known: Known | null): StretchLoad {
  const { max = null, min = null } = known ?? {};
  const mean = known && powerOver(known.energy, known.ms);
  const at = (one: Instant | null): string | null => one && bucketLabel(zone, 1, one.ts);
  return {
    pZMax: max?.power ?? null,
    pZMaxTime: at(max),
    pZMin: min?.power ?? null,
    pZMinTime: at(min),
    pZAvg: mean,
    pZRate: mean === null || !max?.power ? null : mean / max.power,
    ppvdv: max && min ? max.power - min.power : null,
  };
}

/** Each stretch by itself: of measured quarters, or of whole hours where it has none. */
async function knownOver(
  trx: Db,
  { signed, until }: AskedAnalysis,
  ranges: readonly Range[],
): Promise<(Known | null)[]> {
  const quarters = await extremesOver(trx, signed, ranges, until);
  const without = ranges.filter((_, i) => !quarters[i]);
  const hours = without.length === 0 ? [] : await usageSums(trx, signed, 2, without);
  let next = 0;
  return quarters.map((one) => (one ? ofQuarters(one) : ofHours(hours[next++] ?? [], until)));
}

/** The months of a stretch; what is longer than one is told month by month, as its meters may have changed. */
export function monthsOf({ zone }: AskedAnalysis, { from, to }: Range): Range[] {
  const bounds = bucketBounds(zone, 4, from, to);
  return bounds.slice(0, -1).map((start, i) => ({
    from: Math.max(from, start),
    to: Math.min(to, bounds[i + 1] ?? to),
  }));
}

/** Load of stretches. */
export async function loadsOver(
  trx: Db,
  asked: AskedAnalysis,
  ranges: readonly Range[],
): Promise<StretchLoad[]> {
  const parts = ranges.map((range) => monthsOf(asked, range));
  const known = await knownOver(trx, asked, parts.flat());
  let at = 0;
  return parts.map(({ length }) => told(asked, joined(known.slice(at, (at += length)))));
}

/** Load of the parts of one stretch, in order: of whole hours only where no part has a measured quarter. */
export async function loadsWithin(
  trx: Db,
  asked: AskedAnalysis,
  parts: readonly Range[],
): Promise<StretchLoad[]> {
  const { signed, until } = asked;
  const quarters = await extremesOver(trx, signed, parts, until);
  const hours = quarters.some((one) => one !== null)
    ? []
    : await usageSum(trx, signed, 2, parts[0]?.from ?? 0, parts.at(-1)?.to ?? 0);
  return parts.map(({ from, to }, i) => {
    const known = quarters[i];
    const own = hours.filter(({ ts }) => ts >= from && ts < to);
    return told(asked, known ? ofQuarters(known) : ofHours(own, until));
  });
}
