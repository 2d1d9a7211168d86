import type { Client, Product } from '../product.ts';
import { checkBills } from './bill.ts';
import { checkDemand } from './demand.ts';
import { enter } from './enter.ts';
import { checkFigures, checkStatement, checkStatistics } from './figures.ts';
import { Findings } from './found.ts';
import { checkCosts, checkSystem } from './worth.ts';
import { checkLoads } from './load.ts';
import { checkCourses, checkRanking, nodesOf } from './organisation.ts';
import type { Plant } from './plant.ts';
import { checkUsage } from './usage.ts';

const MOST_SHOWN = 30;

/** Everything that the product says of a plant and that is not so. */
export async function judge(product: Product, client: Client, plant: Plant): Promise<string[]> {
  const entered = await enter(product, client, plant);
  const found = new Findings();
  await checkUsage(client, plant, entered, found);
  const nodes = nodesOf(plant, entered);
  await checkCourses(client, plant, nodes, found);
  await checkDemand(client, plant, nodes, found);
  await checkRanking(client, plant, entered, found);
  await checkLoads(client, plant, [...nodes.slice(0, 2), ...nodes.slice(-1)], found);
  await checkBills(client, plant, entered, found);
  await checkFigures(client, plant, nodes, found);
  await checkStatement(client, plant, entered, nodes, found);
  await checkStatistics(client, plant, nodes, found);
  await checkCosts(client, plant, nodes, found);
  await checkSystem(client, plant, entered, found);
  if (found.lines.length === 0) return [];
  const reported = plant.meters.flatMap(({ code, faults }) => faults.map((fault) => `${code}: ${fault}`));
  return [...reported, ...found.lines.slice(0, MOST_SHOWN), `${found.lines.length} differences`];
}
