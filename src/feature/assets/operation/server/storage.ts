import { sumOf } from '#domain/decimal/sum.ts';
import type { Range } from '#domain/fold/reach.ts';
import { cyclesOf, roundTripEfficiency } from '#domain/storage/figure.ts';
import { isSoc } from '#domain/storage/soc.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { gaugeBuckets } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BatteryBucket, BatteryDevice, PcsBucket, PcsDevice } from '../contract.ts';
import { type Interval, type Labelled, LEVEL_OF, MeterEnergies } from './buckets.ts';
import { cellRulesOf } from './cellRules.ts';
import { peerRulesOf } from './peerRules.ts';
import { unitsOf } from './unit.ts';

/** What was asked for. */
export interface Asked {
  readonly siteId: number;
  readonly deviceId?: number | undefined;
  readonly interval: Interval;
  readonly range: Range;
  readonly buckets: readonly Labelled[];
  readonly now: number;
}

const whole = ({ range }: Asked): Labelled => ({ label: '', ...range });
const percent = (part: number | null, of: number | null): number | null =>
  part === null || of === null || of <= 0 ? null : (part / of) * 100;
const rated = (power: number | null, { from, to }: Range, now: number): number | null =>
  power === null || power <= 0 ? null : (power * Math.max(0, Math.min(to, now) - from)) / HOUR_MS;

/** Converters: what passed both of their sides, how well, how hard they worked. */
export async function pcsDevices(trx: Db, asked: Asked): Promise<PcsDevice[]> {
  const { siteId, deviceId, interval, range, buckets, now } = asked;
  const all = await unitsOf(trx, siteId, 'PCS');
  const clusters = await unitsOf(trx, siteId, 'battery');
  const units = all.filter(({ id }) => deviceId === undefined || id === deviceId);
  const ids = [...units, ...clusters].map(({ ammeterId }) => ammeterId);
  const energies = await MeterEnergies.read(trx, ids, interval, range, now, true);
  return units.map(({ id, name, ammeterId, ratedPower }) => {
    const own = clusters.filter(({ parentId }) => parentId === id);
    const figures = (bucket: Labelled, parts: readonly Labelled[]): PcsBucket => {
      const sum = (meterIds: readonly number[], side: 'forward' | 'reverse', among = parts) =>
        sumOf(among.flatMap(({ from }) => meterIds.map((meterId) => energies.of(meterId, from)[side])));
      const dc = own.map((cluster) => cluster.ammeterId);
      const [charged, discharged] = [sum([ammeterId], 'forward'), sum([ammeterId], 'reverse')];
      const [dcCharged, dcDischarged] = [sum(dc, 'forward'), sum(dc, 'reverse')];
      // What is divided is known on both sides: of the converter, and of every cluster behind it.
      const known = (side: 'forward' | 'reverse') =>
        parts.filter((part) =>
          [ammeterId, ...dc].every(
            (meterId) => energies.of(meterId, part.from)[side] !== null && energies.isWhole(meterId, part),
          ),
        );
      const [taken, given] = [known('forward'), known('reverse')];
      const coveredS = sumOf(parts.map(({ from }) => energies.of(ammeterId, from).coveredS)) ?? 0;
      return {
        ...bucket,
        charged,
        discharged,
        dcCharged,
        dcDischarged,
        chargeEfficiency: percent(sum(dc, 'forward', taken), sum([ammeterId], 'forward', taken)),
        dischargeEfficiency: percent(sum([ammeterId], 'reverse', given), sum(dc, 'reverse', given)),
        peak: energies.peak(ammeterId, bucket),
        loadRate: percent(sumOf([charged, discharged]), rated(ratedPower, bucket, now)),
        coverage: energies.coverage(ammeterId, bucket, coveredS),
      };
    };
    return {
      id,
      name,
      ammeterId,
      ratedPower,
      batteries: own.length,
      buckets: buckets.map((bucket) => figures(bucket, [bucket])),
      total: figures(whole(asked), buckets),
    };
  });
}

interface Told {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

const CODES = ['SOC', 'SOH', 'BVX', 'BVN', 'BTX'] as const;

/** What the gauges of a cluster told in each bucket, by its start. */
async function gaugesOf(trx: Db, meterId: number, { interval, range: { from, to } }: Asked) {
  const read = async (code: string, less?: string): Promise<ReadonlyMap<number, Told>> => {
    const told = await gaugeBuckets(trx, meterId, code, LEVEL_OF[interval], from, to, {
      ...(less === undefined ? {} : { less }),
      ...(code === 'SOC' ? { can: isSoc } : {}),
    });
    return new Map(told.map(({ ts, ...one }) => [ts, one]));
  };
  const found = new Map<string, ReadonlyMap<number, Told>>();
  for (const code of CODES) found.set(code, await read(code));
  found.set('spread', await read('BVX', 'BVN'));
  found.set('heat', await read('BTX', 'BTN'));
  return (code: (typeof CODES)[number] | 'spread' | 'heat', parts: readonly Labelled[]) =>
    parts.flatMap((one) => found.get(code)?.get(one.from) ?? []);
}

const highest = (told: readonly Told[]): number | null =>
  told.length === 0 ? null : Math.max(...told.map(({ max }) => max));
const lowest = (told: readonly Told[]): number | null =>
  told.length === 0 ? null : Math.min(...told.map(({ min }) => min));

/** Percent of what was charged that came back; null where more came back: that was charged before the time that is asked for. */
function roundTrip(charged: number | null, discharged: number | null): number | null {
  const efficiency = roundTripEfficiency(charged, discharged);
  return efficiency !== null && efficiency > 100 ? null : efficiency;
}

/** Battery clusters: what they took and gave, how deep, how even their cells are. */
export async function batteryDevices(trx: Db, asked: Asked): Promise<BatteryDevice[]> {
  const { siteId, deviceId, interval, range, buckets, now } = asked;
  const all = await unitsOf(trx, siteId, 'battery');
  const units = all.filter(({ id }) => deviceId === undefined || id === deviceId);
  const energies = await MeterEnergies.read(trx, units.map((one) => one.ammeterId), interval, range, now, false); // prettier-ignore
  const rules = await cellRulesOf(trx, units.map((one) => one.ammeterId)); // prettier-ignore
  const peerRules = await peerRulesOf(trx, units.map((one) => one.ammeterId)); // prettier-ignore
  const devices: BatteryDevice[] = [];
  for (const unit of units) {
    const gauges = await gaugesOf(trx, unit.ammeterId, asked);
    const figures = (bucket: Labelled, parts: readonly Labelled[]): BatteryBucket => {
      const sum = (side: 'forward' | 'reverse', among = parts) =>
        sumOf(among.map(({ from }) => energies.of(unit.ammeterId, from)[side]));
      const [charged, discharged] = [sum('forward'), sum('reverse')];
      // What is divided is known on both sides.
      const known = parts.filter((part) => {
        const { forward, reverse } = energies.of(unit.ammeterId, part.from);
        return forward !== null && reverse !== null && energies.isWhole(unit.ammeterId, part);
      });
      const [soc, cells] = [gauges('SOC', parts), gauges('BVX', parts)];
      return {
        ...bucket,
        charged,
        discharged,
        // What is charged and not yet given back is no loss: of a day that is not over nothing is said.
        efficiency:
          parts.length > 1 || (interval !== 'hour' && bucket.to <= now)
            ? roundTrip(sum('forward', known), sum('reverse', known))
            : null,
        cycles: unit.ratedEnergy === null ? null : cyclesOf(discharged, 1, unit.ratedEnergy),
        socMin: lowest(soc),
        socMax: highest(soc),
        soh: gauges('SOH', parts).at(-1)?.mean ?? null,
        spread: highest(gauges('spread', parts)),
        cellMax: highest(cells),
        cellMin: lowest(gauges('BVN', parts)),
        temperatureMax: highest(gauges('BTX', parts)),
        temperatureSpread: highest(gauges('heat', parts)),
      };
    };
    const { id, name, stationId, ammeterId, ratedEnergy, ratedCycles, spreadLimit, temperatureLimit } = unit;
    devices.push({
      id,
      name,
      stationId,
      ammeterId,
      ratedEnergy,
      ratedCycles,
      rules: rules.get(ammeterId) ?? [],
      peerRules: peerRules.get(ammeterId) ?? [],
      clusters: all.filter((one) => one.stationId === unit.stationId && (one.ratedEnergy ?? 0) > 0).length,
      spreadLimit,
      temperatureLimit,
      buckets: buckets.map((bucket) => figures(bucket, [bucket])),
      total: figures(whole(asked), buckets),
    });
  }
  return devices;
}
