import { type Client, ok } from '../product.ts';
import { bucketsIn, HOUR, QUARTER, type Range, type Size } from './clock.ts';
import type { Entered } from './enter.ts';
import { exact, type Findings, micro, rangeText } from './found.ts';
import { figureAt, measuredAt, periodAt, type Plant, quartersIn, quartersOf } from './plant.ts';

const SIZES: Readonly<Record<string, Size>> = { 115: 'quarter', 201: 'hour', 301: 'day', 501: 'month', 601: 'year' }; // prettier-ignore

interface Columns {
  readonly ammeterId: number;
  readonly ts: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  readonly coveredSeconds: readonly number[];
  readonly flags: readonly string[];
}

/** Every figure of every meter and sum at every size of bucket. */
export async function checkUsage(
  client: Client,
  plant: Plant,
  { ids }: Entered,
  found: Findings,
): Promise<void> {
  const days = (plant.to - plant.from) / (24 * HOUR);
  for (const [interval, size] of Object.entries(SIZES)) {
    if (size === 'quarter' && days > 5) continue;
    const buckets = bucketsIn(plant.zone, size, plant);
    const { list } = ok(
      await client.get<{ list: readonly Columns[] }>('/api/sdata/dataInterface/getDataList', {
        ammeterIds: ids.join(','),
        interval,
        dataCodes: 'PP,QI,MD,PP1,PP2,PP3,PP4,PP5',
        fromDt: new Date((buckets[0]?.from ?? 0) - 3 * 24 * HOUR).toISOString(),
        toDt: new Date((buckets.at(-1)?.to ?? 0) + 3 * 24 * HOUR).toISOString(),
        quality: 1,
      }),
    );
    for (const columns of list) {
      const known = new Set(buckets.map(({ from }) => from));
      for (const ts of columns.ts)
        if (!known.has(ts)) found.say(size, 'a bucket at', new Date(ts).toISOString(), null);
      for (const bucket of buckets) checkBucket(plant, ids.indexOf(columns.ammeterId), size, bucket, columns, found); // prettier-ignore
    }
  }
}

function checkBucket(
  plant: Plant,
  number: number,
  size: Size,
  bucket: Range,
  columns: Columns,
  found: Findings,
): void {
  const i = columns.ts.indexOf(bucket.from);
  const reported = (code: string): number | null => (i < 0 ? null : micro(columns.values[code]?.[i]));
  const where = `${nameOf(plant, number)} ${size} ${rangeText(bucket)}`;
  const truth = figureAt(plant, number, bucket);
  found.same(where, 'energy', reported('PP'), exact(truth.energy));
  // Inside a larger bucket a sum may say that a part was missing for a while.
  found.flags(where, (columns.flags[i] ?? '').split(' ').filter(Boolean), truth.flags, holed(plant, number, bucket) ? ['partial'] : []); // prettier-ignore
  if (i >= 0) found.same(where, 'covered seconds', columns.coveredSeconds[i], truth.covered);
  found.same(where, 'demand', reported('MD'), exact(highestIn(plant, number, bucket)));
  const meter = plant.meters[number];
  if (!meter) return;
  const energies = new Map<number, bigint>();
  let reactive: bigint | null = null;
  for (const t of quartersIn(plant, bucket)) {
    const own = quartersOf(plant, number, 'PP').get(t);
    const period = periodAt(plant, t);
    if (own !== undefined) energies.set(period, (energies.get(period) ?? 0n) + own);
    const lagging = quartersOf(plant, number, 'QI').get(t);
    if (lagging !== undefined) reactive = (reactive ?? 0n) + lagging;
  }
  for (const period of [1, 2, 3, 4, 5])
    found.same(
      where,
      `energy of period ${period}`,
      reported(`PP${period}`),
      exact(energies.get(period) ?? null),
    );
  found.same(where, 'reactive energy', reported('QI'), exact(reactive));
}

/** The highest demand of whole quarters of an hour in a bucket. */
export function highestIn(plant: Plant, number: number, bucket: Range): bigint | null {
  let best: bigint | null = null;
  for (const t of quartersIn(plant, bucket)) {
    const energy = measuredAt(plant, number, t);
    if (energy !== null && (best === null || energy * 4n > best)) best = energy * 4n;
  }
  return best;
}

/** Whether a part of a sum is missing in a quarter of an hour of a bucket. */
function holed(plant: Plant, number: number, { from, to }: Range): boolean {
  if (number < plant.meters.length) return false;
  for (const t of quartersIn(plant, { from, to }))
    if (figureAt(plant, number, { from: t, to: t + QUARTER }).flags.has('partial')) return true;
  return false;
}

/** `E0` a meter, `V0` a sum. */
export const nameOf = ({ meters }: Plant, number: number): string =>
  meters[number]?.code ?? `V${number - meters.length}`;
