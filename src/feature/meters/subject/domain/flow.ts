import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { MeterTree, type TreeMeter } from './meterTree.ts';

/** A line of the definition of a virtual meter. */
export interface SumPart {
  readonly meterId: number;
  readonly partId: number;
  readonly sign: 1 | -1;
}

export interface SignedMeter {
  readonly meterId: number;
  readonly sign: 1 | -1;
}

/** How often each real meter is counted, by id; a meter that is not counted is left out. */
export type Counts = ReadonlyMap<number, number>;

interface Network {
  readonly meters: readonly TreeMeter[];
  readonly sums: readonly SumPart[];
}

const kept = new WeakMap<Network['meters'], WeakMap<Network['sums'], Flows>>();

/**
 * What really flows through meters: a virtual meter is its real parts, and what hangs below a real meter in the meter
 * tree is part of what that one measures.
 */
export class Flows {
  readonly tree: MeterTree;
  readonly #meters: readonly TreeMeter[];
  readonly #parts = new Map<number, SumPart[]>();
  readonly #real = new Map<number, Counts>();
  #rings = 0;

  /** The flows of a structure; the same for as long as its meters and sums are. */
  static of(network: Network): Flows {
    const ofMeters = kept.get(network.meters) ?? new WeakMap<Network['sums'], Flows>();
    const flows = ofMeters.get(network.sums) ?? new Flows(network);
    kept.set(network.meters, ofMeters.set(network.sums, flows));
    return flows;
  }

  private constructor({ meters, sums }: Network) {
    this.#meters = meters;
    this.tree = new MeterTree(meters);
    const adders = new Set(
      meters.filter((meter) => meter.deviceType === DEVICE_TYPE.totalAdder).map((meter) => meter.id),
    );
    for (const part of sums) {
      if (!adders.has(part.meterId)) continue;
      const others = this.#parts.get(part.meterId);
      if (others) others.push(part);
      else this.#parts.set(part.meterId, [part]);
    }
  }

  /** What a virtual meter is defined as; empty where it is a meter by itself, or what hangs below it. */
  partsOf(meterId: number): readonly SumPart[] {
    return this.#parts.get(meterId) ?? [];
  }

  /** Whether a meter measures nothing of its own: a total adder with parts, or with meters below it. */
  isVirtual({ id, deviceType, dataType }: TreeMeter): boolean {
    return (
      deviceType === DEVICE_TYPE.totalAdder &&
      (this.#parts.has(id) || this.tree.nextBelow(id, dataType).length > 0)
    );
  }

  /** How often real meters are counted where meters are counted so often: a virtual one is its parts, nested ones resolved. */
  realOf(named: Counts): Counts {
    const sum = new Map<number, number>();
    for (const [meterId, times] of named)
      for (const [id, count] of this.#realOfOne(meterId, [])) sum.set(id, (sum.get(id) ?? 0) + times * count);
    return nonZero(sum);
  }

  #realOfOne(meterId: number, path: readonly number[]): Counts {
    const known = this.#real.get(meterId);
    if (known) return known;
    const meter = this.tree.get(meterId);
    if (!meter || !this.isVirtual(meter)) return new Map([[meterId, 1]]);
    const inside = [...path, meterId];
    const rings = this.#rings;
    const sum = new Map<number, number>();
    for (const part of this.#partsOrBelow(meter)) {
      if (inside.includes(part.meterId)) {
        this.#rings++;
        continue;
      }
      for (const [id, count] of this.#realOfOne(part.meterId, inside))
        sum.set(id, (sum.get(id) ?? 0) + part.sign * count);
    }
    const counts = nonZero(sum);
    // Where a ring was cut the answer depends on where it was entered.
    if (path.length === 0 || this.#rings === rings) this.#real.set(meterId, counts);
    return counts;
  }

  #partsOrBelow({ id, dataType }: TreeMeter): SignedMeter[] {
    const parts = this.partsOf(id);
    return parts.length > 0
      ? parts.map(({ partId, sign }) => ({ meterId: partId, sign }))
      : this.tree.nextBelow(id, dataType).map((meter) => ({ meterId: meter.id, sign: 1 }));
  }

  /** Real meters of a type within `inside` (all without) that have no real one of the type above them there. */
  tops(dataType: string, inside: (meter: TreeMeter) => boolean = () => true): number[] {
    const counts = (meter: TreeMeter): boolean =>
      meter.dataType === dataType && inside(meter) && !this.isVirtual(meter);
    return this.#meters
      .filter((meter) => counts(meter) && !this.tree.above(meter.id).some(counts))
      .map((meter) => meter.id)
      .toSorted((a, b) => a - b);
  }

  /**
   * The meters of its own type right below one, each flow once: a virtual meter whose flow its neighbours measure too
   * stands beside them, and what hangs below it comes in its place.
   */
  below(meterId: number, dataType: string): TreeMeter[] {
    let found = this.tree.nextBelow(meterId, dataType);
    const gone = new Set([meterId]);
    for (;;) {
      const twice = found.find((meter) => this.isVirtual(meter) && this.#isAmong(meter, found));
      if (!twice) return found;
      gone.add(twice.id);
      const instead = this.tree.nextBelow(twice.id, dataType);
      found = [...new Set([...found, ...instead])].filter((meter) => !gone.has(meter.id));
    }
  }

  #isAmong(meter: TreeMeter, all: readonly TreeMeter[]): boolean {
    const others = new Map(all.filter((one) => one !== meter).map(({ id }) => [id, 1]));
    return this.shared(this.realOf(new Map([[meter.id, 1]])), this.realOf(others)).size > 0;
  }

  /** The counts with every flow at most once: what is counted more often, or taken off more often than it is there, falls away. */
  once(counts: Counts): Counts {
    return this.#along([counts], ([count = 0], above) =>
      Math.min(above === -1 ? 0 : 1, Math.max(above === 1 ? 0 : -1, count)),
    );
  }

  /** What is counted (or taken off) once too often, as counts; empty where nothing is. */
  twice(counts: Counts): Counts {
    const once = this.once(counts);
    return nonZero(
      new Map(
        [...counts.keys(), ...once.keys()].map((id) => [id, (counts.get(id) ?? 0) - (once.get(id) ?? 0)]),
      ),
    );
  }

  /** What both count. */
  shared(one: Counts, other: Counts): Counts {
    return this.#along([one, other], ([a = 0, b = 0]) => (a > 0 && b > 0 ? 1 : 0));
  }

  /** What the first counts and the other does not. */
  without(one: Counts, other: Counts): Counts {
    return this.#along([one, other], ([a = 0, b = 0]) => (a > 0 && b <= 0 ? 1 : 0));
  }

  /**
   * Counts that make each flow as often as `wanted` says. It is told how often each of `all` counts the flow of a meter,
   * with all that is above it, and what was wanted right above.
   */
  #along(all: readonly Counts[], wanted: (counts: readonly number[], above: number) => number): Counts {
    const named = new Set(all.flatMap((counts) => [...counts.keys()]));
    const seen = new Map<number, { readonly sums: readonly number[]; readonly want: number }>();
    const look = (id: number): { readonly sums: readonly number[]; readonly want: number } => {
      const known = seen.get(id);
      if (known) return known;
      // A ring of parents ends where it began.
      seen.set(id, { sums: all.map(() => 0), want: 0 });
      const up = this.#namedAbove(id, named);
      const { sums, want } = up === null ? { sums: all.map(() => 0), want: 0 } : look(up);
      const own = sums.map((sum, i) => sum + (all[i]?.get(id) ?? 0));
      const found = { sums: own, want: wanted(own, want) };
      seen.set(id, found);
      return found;
    };
    const counts = new Map<number, number>();
    for (const id of named) {
      const up = this.#namedAbove(id, named);
      counts.set(id, look(id).want - (up === null ? 0 : look(up).want));
    }
    return nonZero(counts);
  }

  #namedAbove(meterId: number, named: ReadonlySet<number>): number | null {
    return this.tree.above(meterId).find((up) => named.has(up.id))?.id ?? null;
  }
}

const nonZero = (counts: ReadonlyMap<number, number>): Counts =>
  new Map([...counts].filter(([, count]) => count !== 0));

/** How often signed meters are named. */
export function countsOf(signed: readonly SignedMeter[]): Counts {
  const counts = new Map<number, number>();
  for (const { meterId, sign } of signed) counts.set(meterId, (counts.get(meterId) ?? 0) + sign);
  return nonZero(counts);
}

/** Counts as signed meters, by id. */
export const signedOf = (counts: Counts): SignedMeter[] =>
  [...counts]
    .flatMap(([meterId, count]): SignedMeter[] =>
      count === 0 ? [] : [{ meterId, sign: count > 0 ? 1 : -1 }],
    )
    .toSorted((a, b) => a.meterId - b.meterId);

/** Whether two say the same. */
export const sameCounts = (one: Counts, other: Counts): boolean =>
  one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);
