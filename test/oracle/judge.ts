import type { Client, Product } from '../product.ts';
import { checkBills } from './bill.ts';
import { checkDemand } from './demand.ts';
import { enter, type Entered } from './enter.ts';
import { checkFigures, checkStatement, checkStatistics } from './figures.ts';
import { Findings } from './found.ts';
import { checkCosts, checkSystem } from './worth.ts';
import { checkLoads } from './load.ts';
import { checkCourses, checkRanking, type Node, nodesOf } from './organisation.ts';
import type { Plant } from './plant.ts';
import { checkUsage } from './usage.ts';

const MOST_SHOWN = 30;

type Check = (
  client: Client,
  plant: Plant,
  entered: Entered,
  nodes: readonly Node[],
  found: Findings,
) => Promise<void>;

/** What is asked of every plant. */
const CHECKS: Readonly<Record<string, Check>> = {
  usage: (client, plant, entered, _nodes, found) => checkUsage(client, plant, entered, found),
  courses: (client, plant, _entered, nodes, found) => checkCourses(client, plant, nodes, found),
  demand: (client, plant, _entered, nodes, found) => checkDemand(client, plant, nodes, found),
  ranking: (client, plant, entered, _nodes, found) => checkRanking(client, plant, entered, found),
  loads: (client, plant, _entered, nodes, found) =>
    checkLoads(client, plant, [...nodes.slice(0, 2), ...nodes.slice(-1)], found),
  bills: (client, plant, entered, _nodes, found) => checkBills(client, plant, entered, found),
  figures: (client, plant, _entered, nodes, found) => checkFigures(client, plant, nodes, found),
  statement: checkStatement,
  statistics: (client, plant, _entered, nodes, found) => checkStatistics(client, plant, nodes, found),
  costs: (client, plant, _entered, nodes, found) => checkCosts(client, plant, nodes, found),
  system: (client, plant, entered, _nodes, found) => checkSystem(client, plant, entered, found),
};

/** Everything that the product says of a plant and that is not so. */
export async function judge(product: Product, client: Client, plant: Plant): Promise<string[]> {
  const entered = await enter(product, client, plant);
  const found = new Findings();
  const nodes = nodesOf(plant, entered);
  for (const check of Object.values(CHECKS)) await check(client, plant, entered, nodes, found);
  if (found.lines.length === 0) return [];
  const reported = plant.meters.flatMap(({ code, faults }) => faults.map((fault) => `${code}: ${fault}`));
  return [...reported, ...found.lines.slice(0, MOST_SHOWN), `${found.lines.length} differences`];
}

/** The checks that find nothing wrong where every meter has used more than is told: none may. */
export async function blindTo(product: Product, client: Client, plant: Plant): Promise<string[]> {
  const entered = await enter(product, client, plant);
  const meters = plant.meters.map((meter) => {
    const PP = meter.known.PP.map((one) => ({ ...one, energy: one.energy === null ? null : one.energy * 2n + 1_000_000n })); // prettier-ignore
    return { ...meter, known: { ...meter.known, PP } };
  });
  const other = { ...plant, meters };
  const blind: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const found = new Findings();
    await check(client, other, entered, nodesOf(other, entered), found);
    if (found.lines.length === 0) blind.push(name);
  }
  return blind;
}
