import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber, numberToMicro, parseDecimal, textToMicro } from '#domain/decimal/decimal.ts';
import { coverageOf, expectedUntil } from '#domain/figure/amount.ts';
import type { SettlementMonth } from '#domain/demand/settlement.ts';
import { ALWAYS, type Counting } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { cyclesOf } from '#domain/storage/figure.ts';
import { amountLine, isCost, type SettledLine, totalsOf } from '#domain/storage/settle.ts';
import { divideHalfUp, yuanOf } from '#domain/tariff/money.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { isBilled } from '#feature/assets/chargePile/contract.ts';
import { type SessionOfTime, sessionsOver } from '#feature/assets/chargePile/server/public.ts';
import { quarterEnergies, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type {
  AssetSettlement,
  DemandSaving,
  RevenueCostCode,
  SettlementRow,
  SiteSettlement,
} from '../contract.ts';
import { type Metered, NOTHING, type Quarter } from '../domain/quarters.ts';
import { roundTripOf, type RoundTrip } from '../domain/roundTrip.ts';
import { type SettledAsset, settleBattery, settlePv } from '../domain/settleAsset.ts';
import { FedIn } from '../domain/supply.ts';
import { type Asset, metersOf, type Plant, type SiteAssets, type Station } from './asset.ts';
import { type Demand, demandOf, NO_DEMAND, together } from './demand.ts';
import { operationLine } from './operation.ts';
import { daysOf } from './range.ts';
import { type SiteTariff, tariffOf } from './tariff.ts';

/** An interval that is settled. */
export interface Asked extends Range {
  /** The settlement months that lie in it: demand is charged for each. */
  readonly months?: readonly SettlementMonth[];
}

/** What is read once for all intervals that are settled. */
export interface Read {
  readonly site: SiteAssets;
  readonly tariff: SiteTariff;
  readonly now: number;
  /** Up to when readings may be expected. */
  readonly until: number;
  readonly quartersOf: (meterId: number) => readonly Quarter[];
  readonly countingOf: (meterId: number) => Counting;
  /** What is known of an asset since it ran: since its meter counts, or since it was commissioned. */
  readonly runOf: (asset: Station | Plant) => Metered;
  readonly fedIn: ReadonlyMap<number, FedIn>;
  /** Sessions of the piles that began in the time. */
  readonly sessions: readonly SessionOfTime[];
  /** What a battery saved of the demand of a month; worked out once, for the total and its bar. */
  readonly demandOf: (station: Station, month: Range) => Promise<Demand>;
}

/** The quarters of an asset that was put out of use: from then on nothing passes it. */
function endedAt(quarters: readonly Quarter[], until: number, to: number): Quarter[] {
  const found = quarters.filter(({ ts }) => ts < until);
  for (let ts = Math.ceil(until / QUARTER_MS) * QUARTER_MS; ts < to; ts += QUARTER_MS)
    found.push({ ts, ...NOTHING });
  return found;
}

/** When a meter counts, and what it measures runs: a stated date may lie before its first reading. */
function sinceDate({ zone }: SiteAssets, counting: Counting, date: string | null): Counting {
  if (date === null) return counting;
  return { ...counting, from: Math.min(counting.from ?? Infinity, zone.startOfDay(dayOfDate(date))) };
}

/** Meters of assets tell at least every quarter of an hour. */
const STEP_MS = 900_000;

/** Reads what the settlement of a site in an interval needs: the quarters of its meters, prices, tariff periods. */
export async function readSite(trx: Db, site: SiteAssets, range: Range, now: number): Promise<Read> {
  const ids = metersOf(site);
  const meters = new Map((await visibleMeters(trx, ids)).map((meter) => [meter.id, meter]));
  const over = { from: range.from, to: Math.min(range.to, now) };
  const quarters = new Map<number, readonly Quarter[]>(await quarterEnergies(trx, ids, over));
  for (const { meterId, until } of [...site.stations, ...site.plants])
    if (until < over.to) quarters.set(meterId, endedAt(quarters.get(meterId) ?? [], until, over.to));
  const quartersOf = (meterId: number): readonly Quarter[] => quarters.get(meterId) ?? [];
  const countingOf = (meterId: number): Counting => meters.get(meterId)?.counting ?? ALWAYS;
  const runOf = ({ meterId, commissioned }: Station | Plant): Metered => ({
    quarters: quartersOf(meterId),
    counting: sinceDate(site, countingOf(meterId), commissioned),
  });
  const grids = new Set(site.plants.flatMap(({ gridMeterId }) => gridMeterId ?? []));
  const behind = (assets: readonly (Station | Plant)[], grid: number): Metered[] =>
    assets.filter(({ gridMeterId }) => gridMeterId === grid).map(runOf);
  const tariff = await tariffOf(trx, site);
  const until = expectedUntil({ now, stepMs: STEP_MS });
  const demands = new Map<string, Promise<Demand>>();
  return {
    site,
    tariff,
    sessions:
      site.piles.length === 0
        ? []
        : await sessionsOver(trx, { consumerId: site.consumerId, siteId: site.siteId }, range),
    demandOf: (station, month) => {
      const key = `${station.id} ${month.from} ${month.to}`;
      const found =
        demands.get(key) ??
        demandOf(trx, { site, tariff, quartersOf, countingOf, now, until }, station, month);
      demands.set(key, found);
      return found;
    },
    now,
    until,
    quartersOf,
    countingOf,
    runOf,
    fedIn: new Map(
      [...grids].map((grid) => [
        grid,
        new FedIn({
          grid: quartersOf(grid),
          batteries: behind(site.stations, grid),
          plants: behind(site.plants, grid),
        }),
      ]),
    ),
  };
}

/** A line with its settlement month, where it belongs to one of several. */
interface PartLine extends SettledLine {
  readonly month?: string;
}

/** An asset of a site with what it came to. */
export interface SettledPart {
  readonly asset: Asset;
  readonly settled: SettledAsset;
  readonly lines: readonly PartLine[];
  readonly demands: readonly DemandSaving[];
}

/** Settles a site over an interval that was read. */
export async function settleParts(read: Read, asked: Asked): Promise<SettledPart[]> {
  const { site, until, now } = read;
  const parts: SettledPart[] = [];
  for (const asset of [...site.stations, ...site.plants]) {
    const own = { from: asked.from, to: Math.min(asked.to, asset.until) };
    if (own.from >= own.to) continue;
    const settled =
      asset.kind === 'storage' ? ofStation(read, asset, own, until) : ofPlant(read, asset, own, until);
    const months = (asked.months ?? []).filter(({ from }) => from < asset.until);
    const demand = asset.kind === 'storage' ? await demandsOf(read, asset, months) : NO_DEMAND;
    const fee = operationLine(site.zone, asset, asked, now);
    const lines = [
      ...settled.lines,
      ...demand.saved.map(({ fen, told }) => ({
        ...amountLine('demandSaved', fen),
        ...monthOf(months, told),
      })),
      ...(fee ? [fee] : []),
    ];
    const doubts = [...settled.doubts, ...demand.doubts];
    const demands = demand.saved.map(({ told }) => told);
    parts.push({ asset, settled: { ...settled, doubts }, lines, demands });
  }
  return [...parts, ...pileParts(read, asked)];
}

/** The demand that a battery saved in each of the months whose scheme charges demand. */
async function demandsOf(read: Read, station: Station, months: readonly Range[]): Promise<Demand> {
  const found: Demand[] = [];
  // One after the other: they share a connection.
  for (const month of months) found.push(await read.demandOf(station, month));
  return {
    saved: found.flatMap(({ saved }) => saved),
    doubts: together(found.flatMap(({ doubts }) => doubts)),
  };
}

/** The month of a demand saved; nothing where it is the only one. */
const monthOf = (months: readonly SettlementMonth[], { from }: Range): Pick<PartLine, 'month'> => {
  const month = months.length > 1 ? months.find((one) => one.from === from)?.month : undefined;
  return month === undefined ? {} : { month };
};

/** What each pile came to: the service fees of its sessions; what the energy costs is passed on. */
const pileParts = ({ site, sessions }: Read, { from, to }: Range): SettledPart[] =>
  site.piles.flatMap((asset): SettledPart[] => {
    const all = sessions.filter(({ pileId, begin }) => pileId === asset.id && begin >= from && begin < to);
    const own = all.filter(({ state }) => isBilled(state));
    // What goes on is no doubt; what is in doubt or has no end may be billed later.
    const open = all.filter(({ state }) => state === '3' || state === '4');
    if (own.length === 0 && open.length === 0) return [];
    const begins = open.map(({ begin }) => begin);
    const doubts = open.length === 0 ? [] : [{ reason: 'sessions' as const, quarters: open.length, from: Math.min(...begins), to: Math.max(...begins) }]; // prettier-ignore
    const sum = (values: readonly (number | null)[]): bigint =>
      values.reduce<bigint>((total, one) => (one === null ? total : total + numberToMicro(one)), 0n);
    const quantity = sum(own.map(({ energy }) => energy));
    const amount = sum(own.map(({ serviceFee }) => serviceFee)) / 10_000n;
    const settled: SettledAsset = { from, to, lines: [], events: [], first: quantity, second: null, used: null, coveredS: 0, flags: 0, doubts }; // prettier-ignore
    return [
      {
        asset,
        settled,
        lines: own.length === 0 ? [] : [{ ...amountLine('pile', amount), quantity }],
        demands: [],
      },
    ];
  });

function ofStation(
  { tariff, quartersOf, countingOf }: Read,
  asset: Station,
  asked: Range,
  until: number,
): SettledAsset {
  const { meterId, account, wearCost } = asset;
  return settleBattery(
    { quarters: quartersOf(meterId), counting: countingOf(meterId) },
    { tariff: (ts) => tariff.at(account, ts), wearCost },
    asked,
    until,
  );
}

function ofPlant(read: Read, asset: Plant, asked: Range, until: number): SettledAsset {
  const { tariff, quartersOf, countingOf, fedIn, site } = read;
  const { meterId, account, feedInMode, gridMeterId, feedInPrice } = asset;
  const stated = feedInPrice === null ? null : textToMicro(feedInPrice);
  const shared = gridMeterId === null ? undefined : fedIn.get(gridMeterId);
  const place = site.plants.filter((plant) => plant.gridMeterId === gridMeterId).indexOf(asset);
  return settlePv(
    { quarters: quartersOf(meterId), counting: countingOf(meterId) },
    {
      tariff: (ts) => tariff.at(account, ts),
      fedInAt: (ts, generated) => {
        if (feedInMode === 'own') return 0n;
        if (feedInMode === 'full') return generated;
        return shared?.of(place, ts) ?? 'reverse';
      },
      feedInPrice: (ts) => stated ?? tariff.reverseAt(account, ts),
    },
    asked,
    until,
  );
}

const kWh = (energy: bigint | null): number | null => (energy === null ? null : microToNumber(energy));

/** Hundredths of a percent of a decimal of percent. */
export const hundredths = (percent: string): number => {
  const { num, den } = parseDecimal(percent);
  return Number(divideHalfUp(num * 100n, den));
};

/** The lines of an asset as they are shown. */
function rowsOf({ asset, lines }: SettledPart): SettlementRow[] {
  return lines.map((line) => ({
    key: `${asset.kind}${asset.id} ${line.type}${line.period} ${line.price ?? ''}${line.month === undefined ? '' : ` ${line.month}`}`,
    type: line.type as RevenueCostCode,
    asset: asset.kind,
    assetId: asset.id,
    assetName: asset.name,
    period: line.period,
    quantity: line.quantity === 0n ? null : microToNumber(line.quantity),
    price: line.price === null ? null : microToNumber(line.price),
    amount: line.amount === null ? null : yuanOf(line.amount),
    ammeterId: line.quantity === 0n ? null : asset.meterId,
    ...(line.month === undefined ? {} : { month: line.month }),
  }));
}

/** How well a battery gave back what it took, of whole days of what was settled. */
function roundTrip(
  { site, quartersOf, countingOf, until }: Read,
  { meterId }: Station,
  { from, to }: Range,
): RoundTrip {
  const days = daysOf(site.zone, { from, to }).map((day) => ({
    from: Math.max(from, day.from),
    to: Math.min(to, day.to),
  }));
  return roundTripOf({ quarters: quartersOf(meterId), counting: countingOf(meterId) }, days, until);
}

function coverageIn(read: Read, { asset, settled }: SettledPart): number | null {
  const { first, coveredS, flags, from, to } = settled;
  const counting = asset.meterId === null ? [] : [read.countingOf(asset.meterId)];
  const expected = { counting, stepMs: STEP_MS, now: read.now };
  return coverageOf({ energy: first, coveredS, flags, known: 1 }, from, to, expected);
}

/** The lowest coverage of assets, percent; null where none has one. */
export function lowestCoverage(read: Read, parts: readonly SettledPart[]): number | null {
  const known = parts.flatMap((part) => coverageIn(read, part) ?? []);
  return known.length > 0 ? Math.min(...known) : null;
}

/** An asset as it is shown. */
function settlementOf(read: Read, part: SettledPart): AssetSettlement {
  const { asset, settled, demands } = part;
  const storage = asset.kind === 'storage' ? asset : null;
  const totals = totalsOf(part.lines, storage ? hundredths(storage.customerShare) : 0);
  const [first, second] = [kWh(settled.first), kWh(settled.second)];
  const pv = asset.kind === 'pv';
  const trip = storage && roundTrip(read, storage, settled);
  return {
    asset: asset.kind,
    assetId: asset.id,
    assetName: asset.name,
    ammeterId: asset.meterId,
    rows: rowsOf(part),
    income: yuanOf(totals.income),
    cost: yuanOf(totals.cost),
    net: yuanOf(totals.net),
    gross: storage && yuanOf(totals.gross),
    customer: storage && yuanOf(totals.customer),
    owner: storage && yuanOf(totals.owner),
    customerShare: storage && Number(storage.customerShare),
    charged: storage && first,
    discharged: storage && second,
    generated: pv ? first : null,
    selfUsed: pv ? kWh(settled.used) : null,
    fedIn: pv ? second : null,
    efficiency: trip && trip.efficiency,
    efficiencyDays: trip && { known: trip.days, of: trip.of },
    cycles: storage && cyclesOf(second, storage.dischargeEfficiency / 100, storage.ratedEnergy),
    coverage: coverageIn(read, part),
    flags: flagNames(settled.flags),
    demands,
    doubts: settled.doubts.map((doubt) => ({ ...doubt, assetId: asset.id, assetName: asset.name })),
    investment: asset.investment,
  };
}

/** A site as it is shown. */
export function siteOf(read: Read, parts: readonly SettledPart[], range: Range): SiteSettlement {
  const { site, now } = read;
  const lines = parts.flatMap((part) => part.lines);
  const sum = (take: (line: SettledLine) => boolean): bigint =>
    lines.reduce((total, line) => (take(line) ? total + (line.amount ?? 0n) : total), 0n);
  const income = sum(({ type }) => !isCost(type));
  const cost = -sum(({ type }) => isCost(type));
  return {
    siteId: site.siteId,
    siteName: site.siteName,
    consumerId: site.consumerId,
    timeZone: site.zone.name,
    from: range.from,
    to: range.to,
    unfinished: range.to > now,
    assets: parts.map((part) => settlementOf(read, part)),
    income: yuanOf(income),
    cost: yuanOf(cost),
    net: yuanOf(income - cost),
    coverage: lowestCoverage(read, parts),
  };
}
