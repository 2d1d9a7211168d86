import { type Client, ok } from '../product.ts';
import { bucketsIn, dateAfter, dateAt, HOUR, type Range } from './clock.ts';
import type { Entered } from './enter.ts';
import { exact, type Findings, micro, rangeText } from './found.ts';
import { type Node, wholeDays } from './organisation.ts';
import { figureAt, periodAt, type Plant, quartersIn, quartersOfList } from './plant.ts';
import { figureOf } from './truth.ts';

/** What the energy of a range costs, thousand-millionths of a yuan, by the price of each quarter of an hour. */
function costIn(plant: Plant, quarters: ReadonlyMap<number, bigint>, range: Range): bigint | null {
  const { tariff, begin } = plant.draw;
  const { change } = tariff;
  let cost: bigint | null = null;
  for (const t of quartersIn(plant, range)) {
    const energy = quarters.get(t);
    if (energy === undefined) continue;
    const later = change !== null && dateAt(plant.zone, t) >= dateAfter(begin, change.day);
    const prices = later ? change.prices : tariff.prices;
    cost = (cost ?? 0n) + energy * BigInt(prices[periodAt(plant, t) - 1] ?? 0);
  }
  return cost;
}

/** Millionths of what was summed exactly; the last one may be rounded. */
function near(
  where: string,
  what: string,
  reported: number | null,
  truth: number | null,
  found: Findings,
): void {
  const same = reported === null || truth === null ? reported === truth : Math.abs(reported - truth) <= 1;
  if (!same) found.say(where, what, reported === null ? null : reported / 1e6, truth === null ? null : truth / 1e6); // prettier-ignore
}

interface Charged {
  readonly amounts: { readonly PP: number | null; readonly CZ: number | null };
  readonly averagePrice: number | null;
}

interface Detail {
  readonly from: number;
  readonly PP: number | null;
  readonly CZ: number | null;
}

/** What the energy of an organisation costs: in all with its mean price, and day by day. */
export async function checkCosts(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const node = nodes[(plant.draw.meters[0]?.seed ?? 0) % nodes.length];
  if (!node) return;
  const quarters = quartersOfList(plant, node.list, 'PP');
  const ask = { ...node.ask, begin: dateAt(plant.zone, plant.from), end: dateAt(plant.zone, plant.to - 1) };
  const where = `costs of ${node.name}`;
  const costOf = (range: Range): number | null => {
    const cost = costIn(plant, quarters, range);
    return cost === null ? null : Number(cost) / 1000;
  };
  const energyOf = (range: Range): bigint | null => {
    let sum: bigint | null = null;
    for (const t of quartersIn(plant, range)) {
      const energy = quarters.get(t);
      if (energy !== undefined) sum = (sum ?? 0n) + energy;
    }
    return sum;
  };
  const charged = ok(await client.get<Charged>('/api/sdata/chargeAnalysis/getChargeStatistics', ask));
  const range = wholeDays(plant);
  const [energy, cost] = [energyOf(range), costOf(range)];
  found.same(where, 'energy', micro(charged.amounts.PP), exact(energy));
  near(where, 'in all', micro(charged.amounts.CZ), cost, found);
  const price = energy === null || energy <= 0n || cost === null ? null : (cost * 1e6) / Number(energy);
  near(where, 'mean price', micro(charged.averagePrice), price, found);
  const details = ok(await client.get<readonly Detail[]>('/api/sdata/chargeAnalysis/getDayDetails', { ...ask, interval: '301' })); // prettier-ignore
  const days = bucketsIn(plant.zone, 'day', range);
  found.same(where, 'days', details.length, days.length);
  for (const [i, day] of days.entries()) {
    found.same(`${where} ${rangeText(day)}`, 'begins', details[i]?.from, day.from);
    found.same(`${where} ${rangeText(day)}`, 'energy', micro(details[i]?.PP), exact(energyOf(day)));
    near(`${where} ${rangeText(day)}`, 'cost', micro(details[i]?.CZ), costOf(day), found);
  }
}

interface Point {
  readonly PP?: number;
  readonly output: number | null;
  readonly efficiency: number | null;
}

interface System {
  readonly systemId: number;
  readonly total: {
    readonly PP: number | null;
    readonly output: number | null;
    readonly efficiency: number | null;
  };
  readonly list: readonly Point[];
}

/** Specific power, kW for each m³ a minute. */
const specific = (energy: bigint | null, air: bigint | null): number | null =>
  energy === null || air === null || energy <= 0n || air <= 0n ? null : (Number(energy) * 60) / Number(air);

/** The compressor: what it takes and gives by hour or day, its specific power, and the sums of what both sides know. */
export async function checkSystem(
  client: Client,
  plant: Plant,
  { consumerId, systemId }: Entered,
  found: Findings,
): Promise<void> {
  const { air } = plant;
  if (!air) return;
  const size = plant.to - plant.from < 5 * 24 * HOUR ? 'hour' : 'day';
  const { systems } = ok(
    await client.get<{ systems: readonly System[] }>('/api/analysis/importantAnalysis/getData', {
      typeCode: 'KY',
      orgId: consumerId,
      interval: size === 'hour' ? '201' : '301',
      beginDate: dateAt(plant.zone, plant.from),
      endDate: dateAt(plant.zone, plant.to - 1),
    }),
  );
  const [system] = systems;
  found.same('key systems', 'one', systems.map((one) => one.systemId).join(' '), String(systemId));
  if (!system) return;
  const buckets = bucketsIn(plant.zone, size, wholeDays(plant));
  found.same('key system', 'points', system.list.length, buckets.length);
  const taken = buckets.map((bucket) => figureAt(plant, 0, bucket).energy);
  let [energy, output]: [bigint | null, bigint | null] = [null, null];
  for (const [i, bucket] of buckets.entries()) {
    const point = system.list[i];
    const where = `key system ${rangeText(bucket)}`;
    // A zero that nothing follows is a system that stands still.
    const next = taken[i + 1] ?? 0n;
    const own = taken[i] === 0n && next === 0n ? null : (taken[i] ?? null);
    const given = figureOf(air.known.PP, bucket.from, bucket.to).energy;
    found.same(where, 'taken', micro(point?.PP), exact(own));
    found.same(where, 'given', micro(point?.output), exact(given));
    same(where, point?.efficiency ?? null, specific(own, given), found);
    if (own === null || given === null) continue;
    energy = (energy ?? 0n) + own;
    output = (output ?? 0n) + given;
  }
  found.same('key system', 'taken in all', micro(system.total.PP), exact(energy));
  found.same('key system', 'given in all', micro(system.total.output), exact(output));
  same('key system', system.total.efficiency, specific(energy, output), found);
}

/** A ratio of two exact sums, to the last digits of a float. */
function same(where: string, reported: number | null, truth: number | null, found: Findings): void {
  const alike = reported === null || truth === null ? reported === truth : Math.abs(reported - truth) <= 1e-9 * Math.abs(truth); // prettier-ignore
  if (!alike) found.say(where, 'specific power', reported, truth);
}
