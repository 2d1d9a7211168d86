import { sql } from 'kysely';
import { sumOf } from '#domain/decimal/sum.ts';
import { isSoc, jointSoc, socTold } from '#domain/storage/soc.ts';
import type { Level } from '#domain/time/bucket.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { gaugeBuckets, newestOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Station } from './station.ts';

/** A meter that tells of a station, or of a part of it. */
interface Teller {
  readonly meterId: number;
  /** kWh; null = not known. */
  readonly ratedEnergy: number | null;
}

/** Who tells of a station: its own meter, all of its clusters together, or all of its converters. */
export interface Tellers {
  readonly own: readonly Teller[];
  readonly clusters: readonly Teller[];
  readonly converters: readonly Teller[];
}

/** The meters of a station and of its units in use. */
export async function tellersOf(db: Db, station: Station): Promise<Tellers> {
  const { rows } = await sql<Teller & { isCluster: boolean }>`
    select ammeter_id as "meterId", unit_type = 'battery' as "isCluster", rated_energy::float8 as "ratedEnergy"
    from storage_unit where station_id = ${station.stationId} and state = '1' order by id limit 500`.execute(
    db,
  );
  return {
    own: [{ meterId: station.stationMeterId, ratedEnergy: station.energyKwh }],
    clusters: rows.filter(({ isCluster }) => isCluster),
    converters: rows.filter(({ isCluster }) => !isCluster),
  };
}

/** A time in buckets. */
interface GaugeSpan {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

/** Values by the beginnings of buckets, ms; a bucket of which nothing is known is not there. */
type Means = ReadonlyMap<number, number>;

/** What a meter told in a bucket; null = nothing. */
type Part = Teller & { readonly value: number | null };

/** What makes one value of those of several meters, and which values can be. */
interface Gauge {
  readonly code: 'SOC' | 'SPZ';
  readonly join: (parts: readonly Part[]) => number | null;
  readonly can?: (value: number) => boolean;
}

const SOC: Gauge = {
  code: 'SOC',
  join: (parts) => jointSoc(parts.map(({ value, ratedEnergy }) => ({ soc: value, ratedEnergy }))),
  can: isSoc,
};

const SET_POINT: Gauge = {
  code: 'SPZ',
  join: (parts) =>
    parts.some(({ value }) => value === null) ? null : sumOf(parts.map(({ value }) => value)),
};

/** What the first of some groups of meters that tells anything tells. */
async function meansOf(
  db: Db,
  groups: readonly (readonly Teller[])[],
  { level, from, to }: GaugeSpan,
  { code, join, can }: Gauge,
): Promise<Means> {
  for (const group of groups) {
    const told: (Teller & { readonly at: Means })[] = [];
    for (const teller of group) {
      const buckets = await gaugeBuckets(db, teller.meterId, code, level, from, to, can ? { can } : {});
      told.push({ ...teller, at: new Map(buckets.map(({ ts, mean }) => [ts, mean])) });
    }
    const times = new Set(told.flatMap(({ at }) => [...at.keys()]));
    if (times.size === 0) continue;
    const means = new Map<number, number>();
    for (const ts of times) {
      const value = join(told.map(({ at, ...teller }) => ({ ...teller, value: at.get(ts) ?? null })));
      if (value !== null) means.set(ts, value);
    }
    return means;
  }
  return new Map();
}

/** The state of charge of a station by bucket, %: its own, else that of its clusters by what each can hold. */
export const socMeans = (db: Db, { own, clusters, converters }: Tellers, span: GaugeSpan): Promise<Means> =>
  meansOf(db, [own, clusters, converters], span, SOC);

/** The set point of a station by bucket, kW at its meter: its own, else the sum of those of its converters or clusters. */
export const setPointMeans = (
  db: Db,
  { own, clusters, converters }: Tellers,
  span: GaugeSpan,
): Promise<Means> => meansOf(db, [own, converters, clusters], span, SET_POINT);

/** What was told longer ago is not the present, ms. */
const FRESH_MS = 20 * MINUTE_MS;

/** A state of charge, %, and when it was told, ms. */
export interface SocNow {
  readonly soc: number;
  readonly at: number;
}

/** The state of charge of a station as its meters tell it now; of several together as of the one that told first. Null where none is fresh. */
export async function socNow(
  db: Db,
  { own, clusters, converters }: Tellers,
  now: number,
): Promise<SocNow | null> {
  for (const group of [own, clusters, converters]) {
    if (group.length === 0) continue;
    const wanted = group.map(({ meterId }) => ({ meterId, code: 'SOC' }));
    const told = new Map((await newestOf(db, wanted, now)).map((one) => [one.meterId, one]));
    const soc = jointSoc(
      group.map(({ meterId, ratedEnergy }) => {
        const one = told.get(meterId);
        return { ratedEnergy, soc: one && now - one.at <= FRESH_MS ? socTold(one.value) : null };
      }),
    );
    if (soc !== null) return { soc, at: Math.min(...[...told.values()].map(({ at }) => at)) };
  }
  return null;
}
