import { microToNumber } from '#domain/decimal/decimal.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { coverageOf, expectedUntil } from '#domain/figure/amount.ts';
import { ALWAYS, type Counting } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEAST_KNOWN } from '#domain/storage/figure.ts';
import { bucketBounds, type Level, LEVEL } from '#domain/time/bucket.ts';
import { clockAt, dateAt, monthAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import {
  type QuarterEnergy,
  quarterEnergies,
  usageOf,
  visibleMeters,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

export type Interval = 'hour' | 'day' | 'month';
export const LEVEL_OF: Readonly<Record<Interval, Level>> = {
  hour: LEVEL.hour,
  day: LEVEL.day,
  month: LEVEL.month,
};

export interface Labelled extends Range {
  readonly label: string;
}

/** The buckets of a time that have begun, by their label. */
export function bucketsIn(zone: Zone, interval: Interval, range: Range, now: number): Labelled[] {
  const bounds = bucketBounds(zone, LEVEL_OF[interval], range.from, range.to);
  const label = { hour: clockAt, day: dateAt, month: monthAt }[interval];
  const named = (at: number): string =>
    interval === 'hour' && range.to - range.from > 90_000_000
      ? `${dateAt(zone, at)} ${clockAt(zone, at)}`
      : label(zone, at);
  return bounds
    .slice(0, -1)
    .map((from, i) => ({ label: named(from), from, to: bounds[i + 1] ?? from }))
    .filter(({ from }) => from < now);
}

const STEP_MS = 900_000;

/** The seconds of gaps that lie in a time. */
export const secondsIn = (gaps: readonly Range[], { from, to }: Range): number =>
  sumOf(gaps.map((gap) => Math.round((Math.min(gap.to, to) - Math.max(gap.from, from)) / 1000))) ?? 0;

export { LEAST_KNOWN };

/** What is known of a meter in a bucket: kWh, bits of FLAG, and the span that crosses its beginning. */
interface Told {
  readonly forward: number | null;
  readonly reverse: number | null;
  readonly coveredS: number;
  readonly flags: number;
  readonly head: Range | null;
}

const UNTOLD: Told = { forward: null, reverse: null, coveredS: 0, flags: 0, head: null };

/** Energies of meters by bucket: what a bucket of `usage` says, and the quarters of an hour for what it does not. */
export class MeterEnergies {
  readonly #buckets = new Map<string, Told>();
  readonly #counting = new Map<number, Counting>();
  readonly #quarters: ReadonlyMap<number, readonly QuarterEnergy[]>;
  readonly #now: number;

  private constructor(quarters: ReadonlyMap<number, readonly QuarterEnergy[]>, now: number) {
    this.#quarters = quarters;
    this.#now = now;
  }

  /** Reads meters. @param peaks also their quarters, for the highest power */
  static async read(
    trx: Db,
    meterIds: readonly number[],
    interval: Interval,
    range: Range,
    now: number,
    peaks: boolean,
  ): Promise<MeterEnergies> {
    const meters = await visibleMeters(trx, meterIds);
    const found = new MeterEnergies(peaks ? await quarterEnergies(trx, meterIds, range) : new Map(), now);
    for (const { id, counting } of meters) found.#counting.set(id, counting);
    // The bucket behind the last tells which span crosses its end.
    for (const bucket of await usageOf(trx, meterIds, LEVEL_OF[interval], range.from, range.to + 1)) {
      const [forward = null, reverse = null] = bucket.energies;
      const { headFrom, headTo } = bucket;
      found.#buckets.set(`${bucket.meterId} ${bucket.ts}`, {
        forward: forward === null ? null : microToNumber(forward),
        reverse: reverse === null ? null : microToNumber(reverse),
        coveredS: bucket.coveredS,
        flags: bucket.flags,
        head: headFrom === null || headTo === null ? null : { from: headFrom, to: headTo },
      });
    }
    return found;
  }

  /** kWh of a bucket; null where nothing is known. */
  of(meterId: number, from: number): Told {
    return this.#buckets.get(`${meterId} ${from}`) ?? UNTOLD;
  }

  /** Gaps that cross an edge of a bucket: registers on both sides tell what passed in them, no reading lies in them. */
  gaps(meterId: number, { from, to }: Range): Range[] {
    const found = [this.of(meterId, from).head, this.of(meterId, to).head].filter(
      (gap): gap is Range => gap !== null && gap.to - gap.from > STEP_MS && gap.from < to && gap.to > from,
    );
    // One that lasts longer than the bucket crosses both of its edges.
    return found.filter((gap, i) => i === 0 || gap.from !== found[0]?.from);
  }

  /** Percent of the time of a meter that is backed by readings. */
  coverage(meterId: number, { from, to }: Range, coveredS: number): number | null {
    const expected = { counting: [this.#counting.get(meterId) ?? ALWAYS], stepMs: STEP_MS, now: this.#now };
    return coverageOf({ energy: null, coveredS, flags: 0, known: 1 }, from, to, expected);
  }

  /** Whether all that passed in a bucket is known: by readings in it, or by registers on both sides of a gap. */
  isWhole(meterId: number, bucket: Range): boolean {
    const knownS = this.of(meterId, bucket.from).coveredS + secondsIn(this.gaps(meterId, bucket), bucket);
    return (this.coverage(meterId, bucket, knownS) ?? 0) >= LEAST_KNOWN;
  }

  /** The highest mean power of a quarter of an hour, kW, in either direction. */
  peak(meterId: number, { from, to }: Range): number | null {
    let best: bigint | null = null;
    for (const { ts, forward, reverse } of this.#quarters.get(meterId) ?? []) {
      if (ts < from || ts >= to) continue;
      for (const energy of [forward, reverse])
        if (energy !== null && (best === null || energy > best)) best = energy;
    }
    return best === null ? null : microToNumber(best * 4n);
  }

  /** Up to when readings may be expected, ms. */
  get until(): number {
    return expectedUntil({ now: this.#now, stepMs: STEP_MS });
  }
}
