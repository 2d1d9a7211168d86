import { type Client, ok } from '../product.ts';
import { bucketsIn, dateAt, type Range } from './clock.ts';
import { changeIn, checkEquivalent } from './compare.ts';
import { checkPeak } from './demand.ts';
import type { Entered } from './enter.ts';
import { exact, type Findings, micro, rangeText } from './found.ts';
import { type Answer, type Node, type Row, wholeDays } from './organisation.ts';
import { figureAt, figureOfList, type Plant } from './plant.ts';
import { nameOf } from './usage.ts';

interface Compared {
  readonly value: number | null;
  readonly change: number | null;
}

interface Peak {
  readonly demand: number | null;
  readonly proven: boolean;
  readonly hiding: number;
}

interface Figures {
  readonly day: Compared;
  readonly yesterday: { readonly value: number | null };
  readonly month: Compared;
  readonly year: Compared;
  readonly dayPeak: Peak;
  readonly yearPeak: Peak;
}

/** One of those who can be asked, another for each plant. */
const oneOf = (plant: Plant, nodes: readonly Node[], salt: number): Node | undefined =>
  nodes[((plant.draw.meters[0]?.seed ?? 0) + salt) % nodes.length];

const holding = (plant: Plant, size: 'day' | 'month' | 'year', t: number): Range =>
  bucketsIn(plant.zone, size, { from: t, to: t + 1 })[0] ?? { from: t, to: t };

/** The key figures of the overview on the last day and, where there is one, on the day before. */
export async function checkFigures(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const node = oneOf(plant, nodes, 0);
  if (!node) return;
  const last = holding(plant, 'day', plant.to - 1);
  const days = [last, holding(plant, 'day', last.from - 1)].filter(({ to }) => to > plant.from);
  for (const day of days) {
    const date = dateAt(plant.zone, day.from);
    const figures = ok(
      await client.get<Figures>('/api/monitoring/overview/getFigures', { ...node.ask, date }),
    );
    const where = `overview of ${node.name} ${date}`;
    const before = holding(plant, 'day', day.from - 1);
    const month = holding(plant, 'month', day.from);
    const year = holding(plant, 'year', day.from);
    const energy = (range: Range): number | null => exact(figureOfList(plant, node.list, range).energy);
    found.same(where, 'day', micro(figures.day.value), energy(day));
    found.same(where, 'day before', micro(figures.yesterday.value), energy(before));
    found.same(where, 'month', micro(figures.month.value), energy(month));
    found.same(where, 'year', micro(figures.year.value), energy(year));
    found.same(
      where,
      'change of the day',
      micro(figures.day.change),
      changeIn(plant, node.list, day, before),
    );
    const earlier = holding(plant, 'month', month.from - 1);
    found.same(where, 'change of the month', micro(figures.month.change), changeIn(plant, node.list, month, earlier)); // prettier-ignore
    const peak = (name: string, range: Range, { demand, proven, hiding }: Peak): void =>
      checkPeak(plant, node.list, range, `${where} ${name}`, micro(demand), proven || hiding > 0, found);
    peak('peak of the day', day, figures.dayPeak);
    peak('peak of the year', year, figures.yearPeak);
  }
}

type ObjectRow = Row & { readonly object?: { readonly dataAmmeterId?: number } };

/** The statement of days: every meter of somebody with its total. */
export async function checkStatement(
  client: Client,
  plant: Plant,
  { ids }: Entered,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const node = oneOf(plant, nodes, 1);
  if (!node) return;
  const { rows } = ok(
    await client.get<{ rows: readonly ObjectRow[] }>('/api/analysis/statement/getData', {
      ...node.ask,
      interval: '301',
      begin: dateAt(plant.zone, plant.from),
      end: dateAt(plant.zone, plant.to - 1),
      classify: 'all',
    }),
  );
  const days = bucketsIn(plant.zone, 'day', wholeDays(plant));
  const reported = new Set<number>();
  for (const { cells, object } of rows) {
    const number = ids.indexOf(object?.dataAmmeterId ?? -1);
    // Of a meter that never spoke nothing is known.
    const truths = days.map((day) => (number < 0 ? null : figureAt(plant, number, day).energy));
    reported.add(number);
    const where = `statement of ${node.name}, ${number < 0 ? 'a silent meter' : nameOf(plant, number)}`;
    truths.forEach((truth, i) =>
      found.same(`${where} ${rangeText(days[i] ?? plant)}`, 'energy', micro(cells[`t${i}`] as number | null), exact(truth)),
    ); // prettier-ignore
    let total: bigint | null = null;
    for (const truth of truths) if (truth !== null) total = (total ?? 0n) + truth;
    found.same(where, 'total', micro(cells['total'] as number | null), exact(total));
  }
  for (const { of } of node.list)
    if (!reported.has(of)) found.say(`statement of ${node.name}`, 'no row of', null, nameOf(plant, of));
}

/** The statistics of days of an organisation: its electricity, what it is worth in coal and carbon. */
export async function checkStatistics(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const node = oneOf(plant, nodes.filter(({ ask }) => 'orgId' in ask), 2); // prettier-ignore
  if (!node) return;
  const { rows } = ok(
    await client.get<Answer>('/api/analysis/statisticsOverview/getData', {
      ...node.ask,
      interval: '301',
      begin: dateAt(plant.zone, plant.from),
      end: dateAt(plant.zone, plant.to - 1),
    }),
  );
  const days = bucketsIn(plant.zone, 'day', wholeDays(plant));
  found.same(`statistics of ${node.name}`, 'rows', rows.length, days.length);
  for (const [i, day] of days.entries()) {
    const row = rows[i];
    if (!row) continue;
    const where = `statistics of ${node.name} ${rangeText(day)}`;
    const { energy } = figureOfList(plant, node.list, day);
    found.same(where, 'electricity', micro(row.cells['e1'] as number | null), exact(energy));
    checkEquivalent(plant, node.list, day, row, where, found);
  }
}
