import { type Client, ok } from '../product.ts';
import { dateAfter, dateAt, HOUR, instantOf, QUARTER, type Range } from './clock.ts';
import { exact, type Findings, micro } from './found.ts';
import { type Node, peakOf } from './organisation.ts';
import { metersIn, type Plant, type Signed } from './plant.ts';
import { demandIn, DOUBTS, SLOT, touching } from './truth.ts';

export interface SettlementMonth extends Range {
  readonly month: string;
}

/** The settlement months that touch the plant's time; named by the month in which most of each lies. */
export function settlementMonths({ draw, zone, from, to }: Plant): SettlementMonth[] {
  const { day, hour } = draw.settlement;
  const found: SettlementMonth[] = [];
  const two = (n: number): string => String(n).padStart(2, '0');
  const first = Number(draw.begin.slice(0, 4)) * 12 + Number(draw.begin.slice(5, 7)) - 1;
  const startOf = (index: number): number =>
    instantOf(zone, `${Math.floor(index / 12)}-${two((index % 12) + 1)}-${two(day)}`, hour);
  for (let index = first - 2; index < first + 4; index++) {
    const named = day <= 15 ? index : index + 1;
    const month = `${Math.floor(named / 12)}-${two((named % 12) + 1)}`;
    const one = { month, from: startOf(index), to: startOf(index + 1) };
    if (one.from < to && one.to > from) found.push(one);
  }
  return found;
}

interface Wire {
  readonly value: number;
  readonly from: number;
}

interface SettlementList {
  readonly list: readonly {
    readonly month: string;
    readonly from: number;
    readonly to: number;
    readonly maximum: Wire | null;
    readonly atLeast: boolean;
    readonly block: Wire | null;
  }[];
}

/** What can be said of a maximum demand, millionths of kW. */
export interface Maximum {
  /** The highest that was measured by the method of the list. */
  readonly measured: bigint | null;
  /** The highest mean that registers prove. */
  readonly proven: bigint | null;
  /** The higher of both. */
  readonly least: bigint | null;
  /** What it really was. */
  readonly true: bigint;
}

/** One meter slides by what it is set to; several are measured in blocks. */
function slipOf(plant: Plant, list: Signed): number {
  const [only, ...more] = list;
  const meter = only && more.length === 0 && only.sign === 1 ? plant.meters[only.of] : undefined;
  return meter && meter.draw.slip !== 15 ? SLOT : QUARTER;
}

/** The maximum demand of a list in a range, as far as it was measured, as far as it is proven, and as it was. */
export function maximumOf(plant: Plant, list: Signed, range: Range): Maximum {
  const slip = slipOf(plant, list);
  const block = peakOf(plant, list, range)?.value ?? null;
  const alone = plant.meters[list[0]?.of ?? 0];
  const slid = slip < QUARTER && alone ? (demandIn(alone.known.PP, range, slip, true)?.value ?? null) : null;
  const measured = higher(block, slid);
  const meters = [...metersIn(plant, list)];
  // Readings of quarters of an hour know of no other windows.
  const really = highestIn(plant, list, range, alone?.draw.step === 5 ? slip : QUARTER);
  const proven = provenIn(plant, meters, range);
  return { measured, proven, least: higher(measured, proven), true: really };
}

/** The highest that really flowed in a quarter of an hour of a range, by windows that move by so much. */
function highestIn(plant: Plant, list: Signed, range: Range, move: number): bigint {
  const meters = [...metersIn(plant, list)];
  let most: bigint | null = null;
  const [begin, end] = [Math.max(range.from, plant.from), Math.min(range.to, plant.to)];
  for (let t = begin; t + QUARTER <= end; t += move) {
    let energy = 0n;
    for (const [of, n] of meters) energy += (plant.meters[of]?.flowed(t, t + QUARTER) ?? 0n) * BigInt(n);
    most = higher(most, energy * 4n);
  }
  return most ?? 0n;
}

const higher = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null || (b !== null && b > a) ? b : a;

/** The highest mean power between neighbouring quarters of an hour at which the registers of all meters are known. */
function provenIn(plant: Plant, meters: readonly (readonly [number, number])[], range: Range): bigint | null {
  let best: bigint | null = null;
  let last: number | null = null;
  for (let t = Math.max(range.from, plant.from); t <= Math.min(range.to, plant.to); t += QUARTER) {
    const stand = meters.every(([of]) =>
      [...touching(plant.meters[of]?.known.PP ?? [], t - 1, t + 1)].some(
        ({ from, to, energy }) => energy !== null && (from === t || to === t),
      ),
    );
    if (!stand) continue;
    if (last !== null) {
      const energy = between(plant, meters, last, t);
      if (energy !== null) best = higher(best, (energy * BigInt(HOUR)) / BigInt(t - last));
    }
    last = t;
  }
  return best;
}

/** The energy of meters between two instants, null where one of them does not know all of it. */
function between(
  plant: Plant,
  meters: readonly (readonly [number, number])[],
  from: number,
  to: number,
): bigint | null {
  let sum = 0n;
  for (const [of, n] of meters) {
    let at = from;
    for (const one of touching(plant.meters[of]?.known.PP ?? [], from, to)) {
      if (one.from !== at || one.to > to || one.energy === null) return null;
      sum += one.energy * BigInt(n);
      at = one.to;
    }
    if (at !== to) return null;
  }
  return sum;
}

/** Whether the product may leave open what a list proves: of sums, and of readings in doubt. */
const mayBeOpen = (plant: Plant, list: Signed): boolean =>
  list.some(({ of }) => of >= plant.meters.length) ||
  [...metersIn(plant, list).keys()].some((of) =>
    plant.meters[of]?.known.PP.some(({ flags }) => flags.some((flag) => DOUBTS.includes(flag))),
  );

/**
 * Whether a maximum is that of blocks: one that spoke among others that never did is measured as one of several. What is in doubt
 * proves nothing.
 */
function isInBlocks(
  plant: Plant,
  list: Signed,
  range: Range,
  reported: number | null,
  proven: bigint | null,
): boolean {
  if (plant.draw.silent === 0) return false;
  const block = peakOf(plant, list, range)?.value ?? null;
  return reported === exact(higher(block, proven)) || (mayBeOpen(plant, list) && reported === exact(block));
}

/** A maximum of blocks that is less than the highest that really flowed in one says that it is at least. */
function checkBlocks(
  plant: Plant,
  list: Signed,
  range: Range,
  where: string,
  reported: number | null,
  atLeast: boolean,
  found: Findings,
): void {
  const really = highestIn(plant, list, range, QUARTER);
  if (reported !== null && reported < Number(really) && !atLeast) found.say(where, 'not said that it is at least', reported / 1e6, really); // prettier-ignore
}

/** A told maximum is the measured or the proven one, never more, and says where it may have been higher. */
export function checkMaximum(
  plant: Plant,
  list: Signed,
  range: Range,
  where: string,
  reported: number | null,
  atLeast: boolean,
  found: Findings,
): void {
  const truth = maximumOf(plant, list, range);
  if (isInBlocks(plant, list, range, reported, truth.proven))
    return checkBlocks(plant, list, range, where, reported, atLeast, found);
  if (!mayBeOpen(plant, list)) found.same(where, 'maximum demand', reported, exact(truth.least));
  else if (truth.least === null || reported === null) {
    if (truth.measured !== null || (reported !== null && truth.least === null)) found.say(where, 'maximum demand', reported, truth.least); // prettier-ignore
  } else if ((truth.measured !== null && reported < Number(truth.measured)) || reported > Number(truth.least))
    found.say(where, 'maximum demand', reported / 1e6, `${truth.measured} to ${truth.least}`);
  if (reported !== null && reported < Number(truth.true) && !atLeast) found.say(where, 'not said that it is at least', reported / 1e6, truth.true); // prettier-ignore
}

/**
 * The maximum demand of a day or a year: the highest of its settlement months, as windows reach over no settlement; what
 * registers prove may lie over one.
 */
export function checkPeak(
  plant: Plant,
  list: Signed,
  range: Range,
  where: string,
  reported: number | null,
  atLeast: boolean,
  found: Findings,
): void {
  const parts = settlementMonths(plant)
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => to > from)
    .map((part) => maximumOf(plant, list, part));
  const { proven } = maximumOf(plant, list, range);
  const highest = (values: readonly (bigint | null)[]): bigint | null => values.reduce(higher, null);
  const measured = highest(parts.map((one) => one.measured));
  const least = higher(measured, proven);
  if (isInBlocks(plant, list, range, reported, proven))
    return checkBlocks(plant, list, range, where, reported, atLeast, found);
  const [low, high] = [exact(measured), exact(least)];
  if (reported === null ? low !== null : high === null || reported > high || (low !== null && reported < low))
    found.say(where, 'highest demand', reported === null ? null : reported / 1e6, `${measured} to ${least}`);
  const really = highest(parts.map((one) => one.true)) ?? 0n;
  if (reported !== null && reported < Number(really) && !atLeast) found.say(where, 'not said that it is at least', reported / 1e6, really); // prettier-ignore
}

/** The maximum demand of every settlement month of meters and sums. */
export async function checkDemand(
  client: Client,
  plant: Plant,
  nodes: readonly Node[],
  found: Findings,
): Promise<void> {
  const months = settlementMonths(plant);
  for (const { name, ask, list } of nodes) {
    const reported = ok(
      await client.get<SettlementList>('/api/demand/settlement/getlist', {
        ...ask,
        from: dateAfter(dateAt(plant.zone, plant.from), -1),
        to: dateAfter(dateAt(plant.zone, plant.to), 1),
      }),
    ).list;
    for (const month of months) {
      const where = `${name} settlement ${month.month}`;
      const row = reported.find((one) => one.month === month.month);
      found.same(where, 'begin', row?.from, month.from);
      found.same(where, 'end', row?.to, month.to);
      const block = peakOf(plant, list, month);
      found.same(where, 'block demand', micro(row?.block?.value), exact(block?.value ?? null));
      found.same(where, 'its quarter', row?.block?.from ?? null, block?.from ?? null);
      checkMaximum(plant, list, month, where, micro(row?.maximum?.value), row?.atLeast ?? false, found);
    }
  }
}
