import { sql } from 'kysely';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { isDue } from '#domain/fold/counting.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { loadOf } from '#domain/storage/flow.ts';
import { doing, turned } from '#domain/storage/sign.ts';
import { isSoc, jointSoc, socTold } from '#domain/storage/soc.ts';
import { gaugeBuckets, newestOf } from '#feature/meters/reading/server/public.ts';
import {
  knownAt,
  type Read,
  readSite,
  settleParts,
  type SiteAssets,
  siteAssets,
  siteOf,
} from '#feature/assets/settlement/server/public.ts';
import { pilesNow, STALE_MS } from '#feature/assets/chargePile/server/public.ts';
import { OPEN, openAlarms } from '#feature/watch/alarm/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AssetOverview, DayCurve, FlowEnergies, PlantNow, StationNow } from '../contract.ts';
import { avoidedCarbon } from './carbon.ts';
import { allOf, gridNow, liveFlow, type Newest, suppliesOf, transformerOf } from './liveFlow.ts';

async function newestFor(trx: Db, site: SiteAssets, now: number): Promise<Newest> {
  const wanted = [
    ...site.stations.flatMap(({ meterId }) => ['PZ', 'SOC', 'SOH'].map((code) => ({ meterId, code }))),
    ...site.plants.flatMap(({ meterId, irradianceMeterId }) => [
      { meterId, code: 'PZ' },
      ...(irradianceMeterId === null
        ? []
        : ['IRR', 'TM'].map((code) => ({ meterId: irradianceMeterId, code }))),
    ]),
    ...[...site.stations, ...site.plants].flatMap(({ gridMeterId }) =>
      gridMeterId === null ? [] : [{ meterId: gridMeterId, code: 'PZ' }],
    ),
  ];
  const found = new Map((await newestOf(trx, wanted, now)).map((one) => [`${one.meterId} ${one.code}`, one]));
  return (meterId, code) => {
    const one = found.get(`${meterId} ${code}`);
    if (!one) return { value: null, at: null };
    return { value: now - one.at > STALE_MS ? null : one.value, at: one.at };
  };
}

const stationsNow = ({ stations }: SiteAssets, newest: Newest): StationNow[] =>
  stations.map((station) => {
    const power = newest(station.meterId, 'PZ');
    return {
      stationId: station.id,
      name: station.name,
      ammeterId: station.meterId,
      power: { ...power, value: turned(power.value) },
      doing: power.value === null ? null : doing(power.value),
      soc: socTold(newest(station.meterId, 'SOC').value),
      soh: newest(station.meterId, 'SOH').value,
      ratedEnergy: station.ratedEnergy,
      ratedPower: station.ratedPower,
      socMin: station.socMin,
      socMax: station.socMax,
    };
  });

const plantsNow = ({ plants }: SiteAssets, newest: Newest): PlantNow[] =>
  plants.map((plant) => ({
    plantId: plant.id,
    name: plant.name,
    ammeterId: plant.meterId,
    power: newest(plant.meterId, 'PZ'),
    ratedPower: plant.ratedPower,
    irradiance: newest(plant.irradianceMeterId, 'IRR').value,
    temperature: newest(plant.irradianceMeterId, 'TM').value,
  }));

interface Quarters {
  readonly pv: bigint | null;
  readonly charged: bigint | null;
  readonly discharged: bigint | null;
  readonly bought: bigint | null;
  readonly fedIn: bigint | null;
}

const UNKNOWN: Quarters = { pv: null, charged: null, discharged: null, bought: null, fedIn: null };

/** What is known of the quarters of a day, by their start. */
function quartersBy(read: Read): (ts: number) => Quarters {
  const stations = read.site.stations.map((one) => knownAt(read.runOf(one)));
  const plants = read.site.plants.map((one) => knownAt(read.runOf(one)));
  const grids = suppliesOf(read.site).map(({ meterId }) => {
    const rows = new Map(read.quartersOf(meterId).map((one) => [one.ts, one]));
    return (ts: number) => rows.get(ts) ?? null;
  });
  const sum = (
    meters: typeof stations,
    ts: number,
    side: 'forward' | 'reverse',
    unknown: bigint | null = null,
  ): bigint | null => {
    let total: bigint | null = 0n;
    for (const meter of meters) {
      const energy: bigint | null = meter(ts)?.[side] ?? unknown;
      total = energy === null || total === null ? null : total + energy;
    }
    return total;
  };
  return (ts) => {
    const bought = grids.length > 0 ? sum(grids, ts, 'forward') : null;
    return {
      pv: sum(plants, ts, 'forward'),
      charged: sum(stations, ts, 'forward'),
      discharged: sum(stations, ts, 'reverse'),
      bought,
      // A supply whose meter counts no reverse energy feeds none in.
      fedIn: bought === null ? null : sum(grids, ts, 'reverse', 0n),
    };
  };
}

/** Which of the assets ran in a time: before the first of them there is nothing to tell. */
const ranIn = <A extends Parameters<Read['runOf']>[0]>(
  read: Read,
  assets: readonly A[],
  from: number,
  to: number,
): A[] => assets.filter((one) => isDue(read.runOf(one).counting, from, to));

const known = (one: Quarters): one is { readonly [K in keyof Quarters]: bigint } =>
  Object.values(one).every((value) => value !== null);
/** Mean kW of a quarter. */
const mean = (energy: bigint | null): number | null => (energy === null ? null : microToNumber(energy * 4n));

async function socOf(trx: Db, { stations }: SiteAssets, from: number, to: number, ts: readonly number[]) {
  const curves: { readonly ratedEnergy: number; readonly at: ReadonlyMap<number, number> }[] = [];
  for (const { meterId, ratedEnergy } of stations) {
    const buckets = await gaugeBuckets(trx, meterId, 'SOC', 1, from, to, { can: isSoc });
    curves.push({ ratedEnergy, at: new Map(buckets.map((one) => [one.ts, one.mean])) });
  }
  return ts.map((start): number | null => {
    const soc = jointSoc(curves.map(({ ratedEnergy, at }) => ({ ratedEnergy, soc: at.get(start) ?? null })));
    return soc === null ? null : Math.round(soc * 10) / 10;
  });
}

/** The day quarter by quarter. */
async function curveOf(trx: Db, read: Read, from: number, to: number): Promise<DayCurve> {
  const ts: number[] = [];
  for (let at = from; at < to; at += QUARTER_MS) ts.push(at);
  const of = quartersBy(read);
  // Of a quarter that is not over nobody knows the mean power.
  const all = ts.map((at) => ({ at, ...(at + QUARTER_MS <= read.now ? of(at) : UNKNOWN) }));
  const ran = (assets: SiteAssets['stations'] | SiteAssets['plants'], at: number): boolean =>
    ranIn<(typeof assets)[number]>(read, assets, at, at + QUARTER_MS).length > 0;
  const account = [...read.site.stations, ...read.site.plants][0]?.account ?? null;
  const net = (a: bigint | null, b: bigint | null): number | null =>
    a === null || b === null ? null : mean(a - b);
  return {
    ts,
    period: ts.map((at) => read.tariff.at(account, at).period),
    pv: all.map(({ at, pv }) => (ran(read.site.plants, at) ? mean(pv) : null)),
    grid: all.map(({ bought, fedIn }) => net(bought, fedIn)),
    battery: all.map(({ at, discharged, charged }) =>
      ran(read.site.stations, at) ? net(discharged, charged) : null,
    ),
    load: all.map((one) => (known(one) ? mean(loadOf(one)) : null)),
    soc: await socOf(trx, read.site, from, to, ts),
  };
}

function energiesOf(read: Read, today: AssetOverview['today'], curve: DayCurve): FlowEnergies {
  const of = quartersBy(read);
  const sum = (take: (one: Quarters) => bigint | null): number | null => {
    let total: bigint | null = null;
    for (const at of curve.ts) {
      const energy = take(of(at));
      if (energy !== null) total = (total ?? 0n) + energy;
    }
    return total === null ? null : microToNumber(total);
  };
  const [from, to] = [curve.ts[0] ?? 0, (curve.ts.at(-1) ?? 0) + QUARTER_MS];
  const roofs = new Set(ranIn(read, read.site.plants, from, to).map(({ id }) => id));
  const plants = today.assets.filter(({ asset, assetId }) => asset === 'pv' && roofs.has(assetId));
  const whole = (side: 'selfUsed' | 'fedIn'): number | null =>
    plants.length > 0 ? allOf(plants.map((plant) => plant[side])) : null;
  const has = { storage: ranIn(read, read.site.stations, from, to).length > 0, pv: plants.length > 0 };
  return {
    pv: has.pv ? sum(({ pv }) => pv) : null,
    selfUsed: whole('selfUsed'),
    fedIn: whole('fedIn'),
    charged: has.storage ? sum(({ charged }) => charged) : null,
    discharged: has.storage ? sum(({ discharged }) => discharged) : null,
    bought: sum(({ bought }) => bought),
    load: sum((one) => (known(one) ? loadOf(one) : null)),
  };
}

function peakOf({ ts, grid }: DayCurve): AssetOverview['peak'] {
  let best: AssetOverview['peak'] = null;
  for (const [i, at] of ts.entries()) {
    const demand = grid[i] ?? null;
    if (demand !== null && demand >= 0 && (!best || demand > best.demand)) best = { demand, at };
  }
  return best;
}

async function alarmsOf(trx: Db, { consumerId, siteId }: SiteAssets): Promise<AssetOverview['alarms']> {
  const { open, unconfirmed } = await openAlarms(trx, consumerId, siteId);
  type Row = { id: number; name: string; level: string; meter: string | null; at: Date; process: string };
  const { rows } = await sql<Row>`
    select r.id, shown_name(r.record_name, r.record_name_en) as name, r.alarm_level as level,
      shown_name(a.ammeter_name, a.ammeter_name_en) as meter, r.raised_at as at, r.process
    from alarm_record r left join ammeter a on a.id = r.ammeter_id
    where r.consumer_id = ${consumerId} and r.site_id = ${siteId} and ${OPEN}
      and r.revision is distinct from 'withdrawn'
    order by r.process, r.alarm_level, r.raised_at desc limit 5`.execute(trx);
  return {
    open,
    unconfirmed,
    rows: rows.map(({ at, process, ...row }) => ({
      ...row,
      raisedAt: at.getTime(),
      confirmed: process !== '0',
    })),
  };
}

/** The assets of a site now, and a day of them (default today). @throws Fault 404 where the scope does not show the site */
export async function overviewOf(
  trx: Db,
  siteId: number,
  date: string | undefined,
  now: number,
): Promise<AssetOverview> {
  const site = await siteAssets(trx, siteId);
  const { zone } = site;
  const day = date === undefined ? zone.localDay(now) : dayOfDate(date);
  const [from, to] = [zone.startOfDay(day), zone.startOfDay(day + 1)];
  // A day that is over is of what was in use then.
  const then = to <= now ? await siteAssets(trx, siteId, { from, to }) : site;
  const read = await readSite(trx, then, { from, to }, now);
  const newest = await newestFor(trx, site, now);
  const stations = stationsNow(site, newest);
  const plants = plantsNow(site, newest);
  const supplies = suppliesOf(site);
  const curve = await curveOf(trx, read, from, to);
  const today = siteOf(read, await settleParts(read, { from, to }), { from, to });
  const energies = energiesOf(read, today, curve);
  const account = [...site.stations, ...site.plants][0]?.account ?? null;
  const { period, price } = read.tariff.at(account, now);
  return {
    siteId,
    siteName: site.siteName,
    consumerId: site.consumerId,
    timeZone: zone.name,
    asOf: now,
    date: dateOfDay(day),
    stations,
    plants,
    piles: await pilesNow(trx, siteId, now),
    grid: {
      ...gridNow(supplies, newest),
      ammeterId: supplies[0]?.meterId ?? null,
      transformer: transformerOf(site, supplies),
    },
    ...liveFlow(supplies, newest),
    price: price === null ? null : microToNumber(price),
    period,
    curve,
    energies,
    carbon: then.plants.length > 0 ? await avoidedCarbon(trx, then, { from, to }, energies.pv) : null,
    peak: peakOf(curve),
    today,
    alarms: await alarmsOf(trx, site),
  };
}
