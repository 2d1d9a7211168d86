import { QUARTER_MS } from '#domain/time/duration.ts';

/** A load that was switched, by the code of its meter. */
export interface Switched {
  readonly meter: string;
  /** ms */
  readonly at: number;
  readonly on: boolean;
}

/** A part of a quarter of an hour as shares of it. */
export type Part = readonly [from: number, to: number];

/** What of a quarter of an hour has passed, as a share of its energy, when a share of its time has. */
export type Shape = (x: number) => number;

/** The log of what was switched in a plant: part of its truth, as the design and the seed are. */
export class Switching {
  readonly #byMeter = new Map<string, Switched[]>();

  /** All that was switched, in its order. */
  get log(): readonly Switched[] {
    return [...this.#byMeter.values()].flat().sort((a, b) => a.at - b.at);
  }

  /** Writes down what was switched; what stands so already is not. Times only go on. @returns whether it moved */
  add({ meter, at, on }: Switched): boolean {
    const known = this.#byMeter.get(meter) ?? [];
    const last = known.at(-1);
    if ((last?.on ?? true) === on || at < (last?.at ?? -Infinity)) return false;
    this.#byMeter.set(meter, [...known, { meter, at, on }]);
    return true;
  }

  /** Whether a load is off at an instant; `codes` are its meter and those above it. */
  isOff(codes: readonly string[], at: number): boolean {
    return codes.some((code) => this.#byMeter.get(code)?.findLast((one) => one.at <= at)?.on === false);
  }

  /** When a load is off within the quarter of an hour that begins at `from`, in order and apart. */
  offs(codes: readonly string[], from: number): Part[] {
    const logs = codes.flatMap((code) => this.#byMeter.get(code) ?? []);
    if (logs.length === 0) return [];
    const inside = logs.map(({ at }) => at).filter((at) => at > from && at < from + QUARTER_MS);
    const edges = [...new Set([from, ...inside, from + QUARTER_MS])].sort((a, b) => a - b);
    return edges.slice(0, -1).flatMap((edge, i): Part[] => {
      if (!this.isOff(codes, edge)) return [];
      return [[(edge - from) / QUARTER_MS, ((edges[i + 1] ?? edge) - from) / QUARTER_MS]];
    });
  }
}

/** Share of a quarter's energy that did not flow up to `x`. */
export const missed = (offs: readonly Part[], x: number, shape: Shape): number =>
  offs.reduce((sum, [from, to]) => (from < x ? sum + shape(Math.min(to, x)) - shape(from) : sum), 0);
