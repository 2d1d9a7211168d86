import { type Client, ok } from '../product.ts';
import { bucketsIn, dateAt, HOUR, type Range, type Size } from './clock.ts';
import { checkChange, checkEquivalent } from './compare.ts';
import type { Entered } from './enter.ts';
import { exact, type Findings, micro, rangeText } from './found.ts';
import { figureAt, figureOfList, measuredOfList, type Plant, quartersIn, type Signed } from './plant.ts';
import { nameOf } from './usage.ts';

/** Somebody whom the product can be asked about, and whose energy that is. */
export interface Node {
  readonly name: string;
  readonly ask: Readonly<Record<string, number>>;
  readonly list: Signed;
}

/** Who stands for the enterprise: its own list, else its meters with none above. */
export const enterpriseOf = ({ draw, meters, above }: Plant): Signed =>
  draw.list ?? meters.flatMap((_, of) => (above[of] === null ? [{ of, sign: 1 as const }] : []));

/** Who stands for a site: its meters with none of the same site above. */
export function siteOf({ meters, above }: Plant, site: number): Signed {
  const inside = (of: number | null | undefined): boolean =>
    of != null && (meters[of]?.draw.site === site || inside(above[of]));
  return meters.flatMap((meter, of) =>
    meter.draw.site === site && !inside(above[of]) ? [{ of, sign: 1 as const }] : [],
  );
}

/** Everybody who is asked about. */
export function nodesOf(plant: Plant, entered: Entered): Node[] {
  const nodes: Node[] = [
    { name: 'enterprise', ask: { orgId: entered.consumerId }, list: enterpriseOf(plant) },
    { name: 'unit', ask: { orgId: entered.unitId }, list: plant.draw.unit },
  ];
  for (const site of [0, 1]) {
    const list = siteOf(plant, site);
    if (list.length > 0)
      nodes.push({ name: `site ${site}`, ask: { orgId: entered.siteIds[site] ?? 0 }, list });
  }
  for (const [of] of entered.ids.slice(0, 1).entries())
    nodes.push({
      name: nameOf(plant, of),
      ask: { dataAmmeterId: entered.ids[of] ?? 0 },
      list: [{ of, sign: 1 }],
    });
  return nodes;
}

export interface Row {
  readonly key: string;
  readonly cells: Readonly<Record<string, string | number | null>>;
  readonly coverage: number | null;
  readonly flags: readonly string[];
}

export interface Answer {
  readonly figures: readonly { readonly key: string; readonly value: number | null }[];
  readonly rows: readonly Row[];
}

/** From the begin of the first day to the end of the last. */
export function wholeDays(plant: Plant): Range {
  const days = bucketsIn(plant.zone, 'day', plant);
  return { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 };
}

const SIZES: readonly (readonly [string, Size])[] = [['301', 'day'], ['501', 'month'], ['201', 'hour']]; // prettier-ignore

/** The courses of organisations: energy analysis by hour, day and month, with its total. */
export async function checkCourses(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const begin = dateAt(plant.zone, plant.from);
  const end = dateAt(plant.zone, plant.to - 1);
  const short = plant.to - plant.from < 6 * 24 * HOUR;
  for (const [i, node] of nodes.entries())
    for (const [interval, size] of SIZES) {
      // Hours and months of two are enough: those of all others are summed in the same way.
      if (size !== 'day' && (i > 1 || (size === 'hour' && !short))) continue;
      const answer = ok(
        await client.get<Answer>('/api/analysis/energy/getData', { ...node.ask, interval, begin, end }),
      );
      const buckets = bucketsIn(plant.zone, size, wholeDays(plant));
      found.same(`${node.name} by ${size}`, 'rows', answer.rows.length, buckets.length);
      let total: bigint | null = null;
      for (const [n, bucket] of buckets.entries()) {
        const row = answer.rows[n];
        const where = `${node.name} ${size} ${rangeText(bucket)}`;
        if (Number(row?.key) !== bucket.from) found.say(where, 'begins', row?.key, bucket.from);
        const truth = figureOfList(plant, node.list, bucket);
        if (truth.energy !== null) total = (total ?? 0n) + truth.energy;
        found.same(where, 'energy', micro(row?.cells['energy'] as number | null), exact(truth.energy));
        found.flags(where, row?.flags ?? [], truth.flags, ['partial']);
        if (!row) continue;
        checkEquivalent(plant, node.list, bucket, row, where, found);
        checkChange(plant, node.list, size, bucket, row, where, found);
      }
      const reported = answer.figures.find(({ key }) => key === 'total')?.value;
      found.same(`${node.name} by ${size}`, 'total', micro(reported), exact(total));
    }
}

/** The highest measured quarter of an hour of a list in a range; the earliest of equals. */
export function peakOf(plant: Plant, list: Signed, range: Range): { value: bigint; from: number } | null {
  let best: { value: bigint; from: number } | null = null;
  for (const from of quartersIn(plant, range)) {
    const energy = measuredOfList(plant, list, from);
    if (energy !== null && (best === null || energy * 4n > best.value)) best = { value: energy * 4n, from };
  }
  return best;
}

interface Ranked {
  readonly dataAmmeterId: number;
  readonly pP: number;
}

/** The ranking of devices: the meters at the ends of the tree below those that stand for the enterprise. */
export async function checkRanking(
  client: Client,
  plant: Plant,
  entered: Entered,
  found: Findings,
): Promise<void> {
  const begin = dateAt(plant.zone, plant.from);
  const end = dateAt(plant.zone, plant.to - 1);
  const ranked = ok(
    await client.get<readonly Ranked[]>('/api/monitoring/overview/getEnergyDeviceTop', {
      consumerId: entered.consumerId,
      begin,
      end,
    }),
  );
  const ends = new Set<number>();
  const go = (of: number): void => {
    const below = plant.above.flatMap((above, i) => (above === of ? [i] : []));
    if (below.length === 0) ends.add(of);
    for (const one of below) go(one);
  };
  for (const { of } of enterpriseOf(plant)) go(of);
  const range = wholeDays(plant);
  const truth = new Map<number, bigint>();
  for (const of of ends) {
    const { energy } = figureAt(plant, of, range);
    if (energy !== null) truth.set(entered.ids[of] ?? 0, energy);
  }
  found.same('ranking', 'entries', ranked.length, truth.size);
  ranked.forEach(({ dataAmmeterId, pP }, i) => {
    found.same('ranking', `meter ${entered.ids.indexOf(dataAmmeterId)}`, micro(pP), exact(truth.get(dataAmmeterId) ?? null)); // prettier-ignore
    if (i > 0 && pP > (ranked[i - 1]?.pP ?? 0)) found.say('ranking', 'order at', i, 'highest first');
  });
}
