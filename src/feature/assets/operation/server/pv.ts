import { flagNames } from '#contract/usageFlag.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { performanceRatio, specificYield, type Trend } from '#domain/storage/pv.ts';
import { at25, soilingOf } from '#domain/storage/soiling.ts';
import { gaugeBuckets, usageOf } from '#feature/meters/reading/server/public.ts';
import { type Plant, readSite, settleParts, type SiteAssets, siteAssets, siteOf } from '#feature/assets/settlement/server/public.ts'; // prettier-ignore
import type { Db } from '#server/database/db.ts';
import type { PvBucket, PvDevice, PvSoiling, PvTrend } from '../contract.ts';
import { type Labelled, LEAST_KNOWN, MeterEnergies } from './buckets.ts';
import { invertersBeside } from './inverters.ts';
import { generatedOn, knownDays, type KnownDays, knownSeconds } from './nights.ts';
import { peerRulesOf } from './peerRules.ts';
import type { Asked } from './storage.ts';
import { invertersOf } from './unit.ts';

/** What the sun gave in an hour, kWh/m², from the mean irradiance of its readings, and how warm the modules were, ℃. */
type Sun = readonly {
  readonly ts: number;
  readonly irradiation: number;
  readonly temperature: number | null;
}[];

/** @param until up to when readings may be expected: of an hour that is not over nobody knows the mean */
async function sunOf(trx: Db, meterId: number | null, { range }: Asked, until: number): Promise<Sun | null> {
  if (meterId === null) return null;
  const hours = await gaugeBuckets(trx, meterId, 'IRR', 2, range.from, range.to);
  const warm = await gaugeBuckets(trx, meterId, 'TM', 2, range.from, range.to);
  const temperatures = new Map(warm.map(({ ts, mean }) => [ts, mean]));
  return hours.flatMap(({ ts, mean }) =>
    ts + HOUR_MS > until
      ? []
      : [{ ts, irradiation: Math.max(0, mean) / 1000, temperature: temperatures.get(ts) ?? null }],
  );
}

function irradiationIn(
  sun: Sun | null,
  { from, to }: Labelled,
  until: number,
): [number | null, number | null] {
  if (!sun) return [null, null];
  const own = sun.filter(({ ts }) => ts >= from && ts < to);
  const hours = Math.floor((Math.min(to, until) - from) / HOUR_MS);
  return [
    sumOf(own.map(({ irradiation }) => irradiation)),
    hours > 0 ? Math.min(100, Math.floor((own.length / hours) * 100)) : null,
  ];
}

/** Days of less sun than this say little of a performance ratio, kWh/m². */
const LEAST_SUN = 1;

/** What the sun gave and what the plant generated in the same time, kWh/m² and kWh. */
interface Pair extends Range {
  readonly irradiation: number;
  readonly generated: number;
}

/** What a plant generated in an hour that is backed by readings nearly whole; null else. */
function knownIn(energies: MeterEnergies, meterId: number, { from, to }: Range): number | null {
  const { forward, coveredS } = energies.of(meterId, from);
  return coveredS * 100_000 >= LEAST_KNOWN * (to - from) ? forward : null;
}

/**
 * The hours of which both are known; of a plant that is read less often than every hour the days. Only these are divided: what
 * one of them lacks is left out of the other.
 */
function pairsOf(
  sun: Sun | null,
  meterId: number,
  hours: MeterEnergies,
  days: KnownDays,
  dates: readonly Labelled[],
): Pair[] {
  const byDate = sunBy(sun ?? [], dates);
  return dates.flatMap((date, i) => {
    const own = byDate[i] ?? [];
    const told = own.flatMap(({ ts, irradiation }): Pair[] => {
      const span = { from: ts, to: ts + HOUR_MS };
      const generated = knownIn(hours, meterId, span);
      return generated === null ? [] : [{ ...span, irradiation, generated }];
    });
    if (told.length > 0) return told;
    const generated = date.to <= days.energies.until ? generatedOn(days, meterId, date) : null;
    if (generated === null || own.length * HOUR_MS * 100 < LEAST_KNOWN * (date.to - date.from)) return [];
    return [{ ...date, irradiation: sumOf(own.map((one) => one.irradiation)) ?? 0, generated }];
  });
}

/** The hours of each date; both are in the order of time. */
function sunBy(sun: Sun, dates: readonly Labelled[]): Sun[] {
  let next = sun.findIndex(({ ts }) => ts >= (dates[0]?.from ?? Infinity));
  return dates.map(({ to }) => {
    const first = next;
    while (next >= 0 && (sun[next]?.ts ?? Infinity) < to) next++;
    return first < 0 ? [] : sun.slice(first, next);
  });
}

/** The performance ratio of what is known on both sides within a time. */
function ratioIn(pairs: readonly Pair[], kwp: number, { from, to }: Range): number | null {
  const own = pairs.filter((pair) => pair.from >= from && pair.to <= to);
  return performanceRatio(
    sumOf(own.map(({ generated }) => generated)),
    kwp,
    sumOf(own.map(({ irradiation }) => irradiation)),
  );
}

const told = (trend: Trend): PvTrend => ({
  slope: trend.slope,
  low: trend.low,
  high: trend.high,
  points: trend.points,
  clear: trend.low > 0 === trend.high > 0 && trend.low !== 0,
});

/** How warm the modules were while the sun shone, weighed by it; null where that is not known of an hour. */
function warmthIn(sun: Sun, { from, to }: Labelled): number | null {
  let [weighed, whole] = [0, 0];
  for (const { ts, irradiation, temperature } of sun) {
    if (ts < from || ts >= to || irradiation === 0) continue;
    if (temperature === null) return null;
    weighed += irradiation * temperature;
    whole += irradiation;
  }
  return whole > 0 ? weighed / whole : null;
}

/** How the performance ratio falls from day to day between rains, of days with sun that are known. */
function soilingIn(days: readonly PvBucket[], sun: Sun | null): PvSoiling | null {
  const good = days.flatMap((day) =>
    day.performanceRatio === null ||
    (day.irradiation ?? 0) < LEAST_SUN ||
    (day.coverage ?? 0) < LEAST_KNOWN ||
    (day.irradiationCoverage ?? 0) < LEAST_KNOWN
      ? []
      : [{ day: day.from / DAY_MS, ratio: day.performanceRatio, warmth: sun && warmthIn(sun, day) }],
  );
  const warm = good.every(({ warmth }) => warmth !== null);
  const soiling = soilingOf(good.map(({ day, ratio, warmth }) => [day, warm ? at25(ratio, warmth ?? 25) : ratio])); // prettier-ignore
  if (!soiling) return null;
  const rises = soiling.rises.map(({ day, gain }) => ({ at: Math.round(day * DAY_MS), gain }));
  return { ...told(soiling), rises, lost: soiling.lost, at25: warm };
}

const MONTHS = 24;

/**
 * What is lost from year to year, percent: the slopes between the same months of years by what was generated, with at least
 * 24 whole months on record.
 */
async function degradationOf(trx: Db, plant: Plant, now: number): Promise<[PvTrend | null, number]> {
  const months = (await usageOf(trx, [plant.meterId], 4, now - 10 * 366 * DAY_MS, now)).flatMap(({ ts, end, energies, coveredS }) => {
    const energy = energies[0] ?? null;
    const full = coveredS * 1000 >= (end - ts) * 0.95;
    return energy !== null && end <= now && full ? [{ ts, energy: Number(energy) }] : [];
  }); // prettier-ignore
  if (months.length < MONTHS) return [null, months.length];
  const changes = months.flatMap(({ ts, energy }): [number, number][] => {
    const before = months.find((one) => Math.abs(ts - one.ts - 365.25 * DAY_MS) < 5 * DAY_MS);
    return before && before.energy > 0 ? [[ts / DAY_MS, (energy / before.energy - 1) * 100]] : [];
  });
  const sorted = changes.map(([, change]) => change).toSorted((a, b) => a - b);
  const at = (q: number): number => sorted[Math.round((sorted.length - 1) * q)] ?? 0;
  const [slope, low, high] = [at(0.5), at(0.25), at(0.75)];
  return [{ slope, low, high, points: sorted.length, clear: low > 0 === high > 0 }, months.length];
}

/** What became of the generation of plants, and what it brought, as the settlement tells it. */
async function settledOf(trx: Db, site: SiteAssets, { range, now }: Asked) {
  const read = await readSite(trx, site, range, now);
  const { assets } = siteOf(read, await settleParts(read, range), range);
  return (plantId: number): Pick<PvDevice, 'selfUsed' | 'fedIn' | 'income'> => {
    const own = assets.find(({ asset, assetId }) => asset === 'pv' && assetId === plantId);
    return { selfUsed: own?.selfUsed ?? null, fedIn: own?.fedIn ?? null, income: own?.income ?? null };
  };
}

/** PV plants: yields, performance ratio, inverters beside each other, what wears. */
export async function pvDevices(trx: Db, asked: Asked): Promise<PvDevice[]> {
  const { siteId, deviceId, interval, range, buckets, now } = asked;
  const site = await siteAssets(trx, siteId, range);
  const { plants, zone } = site;
  const own = plants.filter(({ id }) => deviceId === undefined || id === deviceId);
  const inverters = await invertersOf(trx, own.map(({ id }) => id)); // prettier-ignore
  const ids = [...own.map(({ meterId }) => meterId), ...inverters.map(({ ammeterId }) => ammeterId)];
  const energies = await MeterEnergies.read(trx, ids, interval, range, now, false);
  const byDay = interval === 'day' ? energies : await MeterEnergies.read(trx, ids, 'day', range, now, false);
  const hours = interval === 'hour' ? energies : await MeterEnergies.read(trx, own.map(({ meterId }) => meterId), 'hour', range, now, false); // prettier-ignore
  const bounds = bucketBounds(zone, 3, range.from, range.to);
  const dates = bounds.slice(0, -1).map((from, i) => ({ label: '', from, to: bounds[i + 1] ?? from }));
  const days = await knownDays(trx, ids, byDay, { dates, zone, now });
  const settled = await settledOf(trx, site, asked);
  const peerRules = await peerRulesOf(trx, inverters.map(({ ammeterId }) => ammeterId)); // prettier-ignore
  const devices: PvDevice[] = [];
  for (const plant of own) {
    const sun = await sunOf(trx, plant.irradianceMeterId, asked, energies.until);
    const pairs = pairsOf(sun, plant.meterId, hours, days, dates);
    const figures = (read: MeterEnergies, bucket: Labelled, parts: readonly Labelled[]): PvBucket => {
      const found = parts.map(({ from }) => read.of(plant.meterId, from));
      const generated = sumOf(found.map(({ forward }) => forward));
      const [irradiation, irradiationCoverage] = irradiationIn(sun, bucket, read.until);
      return {
        ...bucket,
        generated,
        specificYield: specificYield(generated, plant.ratedPower),
        irradiation,
        irradiationCoverage,
        performanceRatio: ratioIn(pairs, plant.ratedPower, bucket),
        coverage: read.coverage(plant.meterId, bucket, knownSeconds(days, read, plant.meterId, parts)),
        flags: flagNames(found.reduce((bits, { flags }) => bits | flags, 0)),
      };
    };
    const whole = { label: '', ...range };
    const [degradation, monthsOnRecord] = await degradationOf(trx, plant, now);
    devices.push({
      id: plant.id,
      name: plant.name,
      ammeterId: plant.meterId,
      ratedPower: plant.ratedPower,
      ...settled(plant.id),
      buckets: buckets.map((bucket) => figures(energies, bucket, [bucket])),
      total: figures(energies, whole, buckets),
      inverters: invertersBeside(inverters.filter(({ plantId }) => plantId === plant.id), energies, days, dates, asked), // prettier-ignore
      peerRules: peerRules.get(inverters.find(({ plantId }) => plantId === plant.id)?.ammeterId ?? 0) ?? [],
      soiling: soilingIn(dates.filter(({ to }) => to <= now).map((day) => figures(byDay, day, [day])), sun), // prettier-ignore
      degradation,
      monthsOnRecord,
    });
  }
  return devices;
}
