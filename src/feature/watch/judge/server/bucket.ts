import { type AlarmFigure, isDemand, isPeer } from '#contract/alarmFigure.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { type FigureBucket, levelOfFigure } from '#domain/alarm/figure.ts';
import { bucketBounds, LEVEL, type Level } from '#domain/time/bucket.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import { costsOver, lateOver, unpricedOver, usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { withDemands } from './demand.ts';
import { peersOver } from './peer.ts';

const MILLIONTHS = 1e6;
const TRILLIONTHS = 1e12;
const SUSPECT = FLAG.suspect | FLAG.noise | FLAG.conflict;
/** Figures that are shares of the quarters of an hour. */
const SHARES = ['Suspect', 'Estimated', 'Late'];
const ESTIMATED = FLAG.interpolated | FLAG.estimated;

/** A meter, and which of its buckets are asked for. */
interface BucketsOf {
  readonly meterId: number;
  readonly zone: Zone;
  readonly level: Level;
  /** Which figures are asked of them: what none needs is not read. */
  readonly figures: readonly AlarmFigure[];
}

/** The buckets of a level that end in [from, to] (ms), also those of which nothing is known. */
export async function bucketsOf(
  trx: Db,
  of: BucketsOf,
  from: number,
  to: number,
): Promise<readonly FigureBucket[]> {
  const { meterId, zone, level } = of;
  const bounds = bucketBounds(zone, level, from - 1, to);
  const [begin = from] = bounds;
  const figures = of.figures.filter((one) => levelOfFigure(one) === level);
  const peers = figures.some(isPeer) ? await peersOver(trx, meterId, level, begin, to) : undefined;
  const rows = new Map((await usageOf(trx, [meterId], level, begin, to)).map((row) => [row.ts, row]));
  const buckets = bounds.slice(0, -1).flatMap((start, i): FigureBucket[] => {
    const end = bounds[i + 1] ?? start + HOUR_MS;
    if (end > to) return [];
    const row = rows.get(start);
    const energy = row?.energies[0] ?? null;
    return [
      {
        level,
        start,
        end,
        energy: energy === null ? null : Number(energy) / MILLIONTHS,
        covered: Math.min(1, ((row?.coveredS ?? 0) * 1000) / (end - start)),
        ...(peers ? { peer: peers.get(start) ?? null } : {}),
      },
    ];
  });
  const measured = await withDemands(trx, meterId, figures.filter(isDemand), buckets);
  const costed = figures.includes('dayCost') ? await withCosts(trx, meterId, measured) : measured;
  const byQuarters = figures.some((one) => SHARES.some((share) => one.endsWith(share)));
  return byQuarters ? withShares(trx, meterId, costed) : costed;
}

/** What buckets cost, where all of their energy has a price. */
async function withCosts(
  trx: Db,
  meterId: number,
  buckets: readonly FigureBucket[],
): Promise<readonly FigureBucket[]> {
  const ranges = buckets.map(({ start, end }) => ({ from: start, to: end }));
  const signed = [{ meterId, sign: 1 as const }];
  const costs = await costsOver(trx, signed, ranges);
  const unpriced = await unpricedOver(trx, signed, LEVEL.hour, ranges);
  return buckets.map((one, i) => {
    const cost = costs[i]?.costs.CZ ?? null;
    return { ...one, cost: cost === null || unpriced[i] !== 0n ? null : Number(cost) / TRILLIONTHS };
  });
}

/** Which shares of the known quarters of buckets are suspect, estimated, or came late. */
async function withShares(
  trx: Db,
  meterId: number,
  buckets: readonly FigureBucket[],
): Promise<readonly FigureBucket[]> {
  const [first] = buckets;
  if (!first) return [];
  const quarters = await usageOf(
    trx,
    [meterId],
    LEVEL.quarter,
    first.start,
    buckets.at(-1)?.end ?? first.end,
  );
  const lates = await lateOver(trx, meterId, first.start, buckets.at(-1)?.end ?? first.end);
  let place = 0;
  return buckets.map((one) => {
    let [known, suspect, estimated, late] = [0, 0, 0, 0];
    for (; place < quarters.length && (quarters[place]?.ts ?? 0) < one.end; place++) {
      const flags = quarters[place]?.flags ?? 0;
      if (lates.quarters.has(quarters[place]?.ts ?? 0)) late++;
      known++;
      if ((flags & SUSPECT) !== 0) suspect++;
      else if ((flags & ESTIMATED) !== 0) estimated++;
    }
    return known === 0
      ? one
      : withLate(
          { ...one, suspect: suspect / known, estimated: estimated / known },
          late / known,
          lates.since,
        );
  });
}

/** A bucket with the share that came late, where that was noted from its begin on. */
const withLate = (bucket: FigureBucket, late: number, since: number): FigureBucket =>
  bucket.start >= since ? { ...bucket, late } : bucket;
