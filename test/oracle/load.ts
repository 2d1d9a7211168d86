import { type Client, ok } from '../product.ts';
import { bucketsIn, dateAt, HOUR, QUARTER, type Range } from './clock.ts';
import { type Findings, micro, rangeText } from './found.ts';
import { type Answer, type Node, wholeDays } from './organisation.ts';
import { figureAt, figureOfList, measuredOfList, type Plant, quartersIn } from './plant.ts';

/** An interval whose energy is known throughout. */
interface Piece extends Range {
  readonly energy: bigint;
}

const powerOf = ({ from, to, energy }: Piece): number => Math.round((Number(energy) * HOUR) / (to - from));

/** The quarters of an hour of a range that were measured. */
function quarterPieces(plant: Plant, { list }: Node, range: Range): Piece[] {
  const found: Piece[] = [];
  for (const from of quartersIn(plant, range)) {
    const energy = measuredOfList(plant, list, from);
    if (energy !== null) found.push({ from, to: from + QUARTER, energy });
  }
  return found;
}

/** The buckets of which every meter is known throughout. */
function wholePieces(plant: Plant, { list }: Node, buckets: readonly Range[]): Piece[] {
  return buckets.flatMap((bucket): Piece[] => {
    const seconds = (bucket.to - bucket.from) / 1000;
    const whole = list.every(({ of }) => figureAt(plant, of, bucket).covered >= seconds);
    const { energy, flags } = figureOfList(plant, list, bucket);
    return whole && energy !== null && !flags.has('partial') ? [{ ...bucket, energy }] : [];
  });
}

interface Reported {
  readonly max: number | null;
  readonly min: number | null;
  readonly mean: number | null;
}

/** The load of the days: highest and lowest of one step that is told, the mean as energy over time. */
export async function checkLoads(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const range = wholeDays(plant);
  const days = bucketsIn(plant.zone, 'day', range);
  const hours = bucketsIn(plant.zone, 'hour', range);
  for (const node of nodes) {
    const answer = ok(
      await client.get<Answer & { readonly figures: readonly { readonly label: { readonly en: string } }[] }>(
        '/api/analysis/load/getData',
        {
          ...node.ask,
          interval: '301',
          begin: dateAt(plant.zone, plant.from),
          end: dateAt(plant.zone, plant.to - 1),
        },
      ),
    );
    const label = answer.figures.find(({ key }) => key === 'max') as { label?: { en: string } } | undefined;
    const step = /15 min/.test(label?.label?.en ?? '') ? 'quarter' : /hourly/.test(label?.label?.en ?? '') ? 'hour' : null; // prettier-ignore
    const quarters = quarterPieces(plant, node, range);
    const wholeHours = wholePieces(plant, node, hours);
    const wholes = wholePieces(plant, node, days);
    const pieces = step === 'quarter' ? quarters : step === 'hour' ? wholeHours : [];
    if (step === null && (quarters.length > 0 || wholeHours.length > 0)) found.say(`load of ${node.name}`, 'step', null, 'known'); // prettier-ignore
    const judge = (where: string, reported: Reported, inside: Range): void => {
      const own = (list: readonly Piece[]): Piece[] =>
        list.filter(({ from, to }) => from >= inside.from && to <= inside.to);
      judgeOne(where, reported, own(pieces), [...own(quarters), ...own(wholeHours), ...own(wholes)], found);
      const length = inside.to - inside.from;
      const whole = own(wholes).reduce((sum, { from, to }) => sum + to - from, 0);
      if (whole === length && length > 0) {
        const energy = own(wholes).reduce((sum, one) => sum + one.energy, 0n);
        near(where, 'mean', reported.mean, powerOf({ ...inside, energy }), found);
      }
      if (own(quarters).length * QUARTER === length && step === 'quarter') {
        const powers = own(quarters).map(powerOf);
        near(where, 'highest', reported.max, Math.max(...powers), found);
        near(where, 'lowest', reported.min, Math.min(...powers), found);
      }
    };
    for (const [i, day] of days.entries()) {
      const cells = answer.rows[i]?.cells ?? {};
      const cell = (key: string): number | null => micro(cells[key] as number | null);
      judge(`load of ${node.name} ${rangeText(day)}`, { max: cell('max'), min: cell('min'), mean: cell('mean') }, day); // prettier-ignore
    }
    const figure = (key: string): number | null =>
      micro(answer.figures.find((one) => one.key === key)?.value);
    judge(`load of ${node.name}`, { max: figure('max'), min: figure('min'), mean: figure('mean') }, range);
  }
}

/** A told extreme is that of its step, and nothing that is known lies beyond it; the mean lies among what is known. */
function judgeOne(
  where: string,
  reported: Reported,
  pieces: readonly Piece[],
  all: readonly Piece[],
  found: Findings,
): void {
  const powers = pieces.map(powerOf);
  const known = all.map(powerOf);
  if (reported.max !== null) near(where, 'highest of its step', reported.max, Math.max(...powers), found);
  if (reported.min !== null) near(where, 'lowest of its step', reported.min, Math.min(...powers), found);
  if (reported.max === null && pieces.length > 0 && Math.max(...known) <= Math.max(...powers))
    found.say(where, 'no highest', null, Math.max(...powers) / 1e6);
  if (reported.mean === null) {
    if (known.length > 0) found.say(where, 'no mean', null, 'known');
    return;
  }
  if (reported.max !== null && reported.mean > reported.max + 1) found.say(where, 'mean above the highest', reported.mean / 1e6, reported.max / 1e6); // prettier-ignore
  if (reported.min !== null && reported.mean < reported.min - 1) found.say(where, 'mean below the lowest', reported.mean / 1e6, reported.min / 1e6); // prettier-ignore
  if (known.length === 0) found.say(where, 'a mean', reported.mean / 1e6, null);
  else if (reported.mean > Math.max(...known) + 1 || reported.mean < Math.min(...known) - 1)
    found.say(where, 'mean beyond what is known', reported.mean / 1e6, [Math.min(...known) / 1e6, Math.max(...known) / 1e6]); // prettier-ignore
}

/** Rounding of a millionth is none. */
function near(where: string, what: string, reported: number | null, truth: number, found: Findings): void {
  if (reported === null || Math.abs(reported - truth) > 1) found.say(where, what, reported === null ? null : reported / 1e6, truth / 1e6); // prettier-ignore
}
