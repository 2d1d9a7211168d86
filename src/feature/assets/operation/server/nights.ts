import { sumOf } from '#domain/decimal/sum.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, LEVEL } from '#domain/time/bucket.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { LEAST_KNOWN, MeterEnergies, secondsIn } from './buckets.ts';

/** So much of a day, and no more, may have passed in a gap: on which side of midnight it did matters to nobody then. */
const LITTLE = 0.01;
/** No night lasts longer. */
const LONGEST_MS = 20 * HOUR_MS;

/** Energies of meters of PV by day, with the nights in which they slept. */
export interface KnownDays {
  readonly energies: MeterEnergies;
  /** The seconds of a day that no reading backs and of which registers on both sides tell that nothing passed. */
  readonly nightS: (meterId: number, day: Range) => number;
}

/** What a meter generated on a day of which 95 % is known, kWh; null of another. */
export function generatedOn({ energies, nightS }: KnownDays, meterId: number, day: Range): number | null {
  const { forward, coveredS } = energies.of(meterId, day.from);
  const knownS = coveredS + nightS(meterId, day);
  return knownS * 100_000 >= LEAST_KNOWN * (day.to - day.from) ? forward : null;
}

/** So many seconds of some buckets are known, where they are days with the nights among them. */
export const knownSeconds = (
  { energies, nightS }: KnownDays,
  read: MeterEnergies,
  meterId: number,
  buckets: readonly Range[],
): number =>
  sumOf(
    buckets.map(
      (one) => read.of(meterId, one.from).coveredS + (read === energies ? nightS(meterId, one) : 0),
    ),
  ) ?? 0;

/** Looks for the nights of meters. @param energies by day @param dates the days */
export async function knownDays(
  trx: Db,
  meterIds: readonly number[],
  energies: MeterEnergies,
  { dates, zone, now }: { readonly dates: readonly Range[]; readonly zone: Zone; readonly now: number },
): Promise<KnownDays> {
  const [first, last] = [dates[0], dates.at(-1)];
  const sleepers = meterIds.filter((id) => dates.some((day) => energies.gaps(id, day).length > 0));
  if (!first || !last || sleepers.length === 0) return { energies, nightS: () => 0 };
  const around = { from: first.from - DAY_MS, to: last.to + DAY_MS };
  const hours = await MeterEnergies.read(trx, sleepers, 'hour', around, now, false);
  const nightS = (meterId: number, day: Range): number => {
    const most = (energies.of(meterId, day.from).forward ?? 0) * LITTLE;
    const nights = energies.gaps(meterId, day).filter((gap) => {
      if (gap.to - gap.from > LONGEST_MS) return false;
      const passed = passedIn(hours, meterId, zone, gap);
      return passed !== null && passed <= most;
    });
    return secondsIn(nights, day);
  };
  return { energies, nightS };
}

/** What passed in the whole hours of a gap, kWh; null where that is not known of one. */
function passedIn(hours: MeterEnergies, meterId: number, zone: Zone, { from, to }: Range): number | null {
  const whole = bucketBounds(zone, LEVEL.hour, from, to).filter((at) => at >= from && at + HOUR_MS <= to);
  const told = whole.map((at) => hours.of(meterId, at).forward);
  return told.some((one) => one === null) ? null : (sumOf(told) ?? 0);
}
