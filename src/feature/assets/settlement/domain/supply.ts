import type { Range } from '#domain/fold/reach.ts';
import { demandProofOf, type DemandProof } from '#domain/storage/demand.ts';
import { flowOf, sharedBy } from '#domain/storage/flow.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { Doubts, dueQuarters, knownAt, type Metered, type Quarter } from './quarters.ts';

/** Meters of one supply: its own, the batteries and the PV plants behind it, each from when on it ran. */
export interface Supply {
  readonly grid: readonly Quarter[];
  readonly batteries: readonly Metered[];
  readonly plants: readonly Metered[];
}

/** Quarters of a meter by their start. */
const byStart = (quarters: readonly Quarter[]): ReadonlyMap<number, Quarter> =>
  new Map(quarters.map((quarter) => [quarter.ts, quarter]));

/**
 * Why it is not known what was fed in: the grid meter tells no reverse energy, another asset behind it has no reading, or the
 * meters contradict each other.
 */
export type NotFedIn = 'reverse' | 'neighbour' | 'contradiction';

/** What of the PV behind a supply was fed in, quarter by quarter, each plant by its share. */
export class FedIn {
  readonly #grid: ReadonlyMap<number, Quarter>;
  readonly #batteries: readonly ReturnType<typeof knownAt>[];
  readonly #plants: readonly ReturnType<typeof knownAt>[];

  constructor({ grid, batteries, plants }: Supply) {
    this.#grid = byStart(grid);
    this.#batteries = batteries.map(knownAt);
    this.#plants = plants.map(knownAt);
  }

  /** What of the generation of a plant was fed in, millionths of kWh, or why it is not known. */
  of(plant: number, ts: number): bigint | NotFedIn {
    const grid = this.#grid.get(ts);
    if (!grid || grid.forward === null || grid.reverse === null) return 'reverse';
    if (grid.reverse === 0n) return 0n;
    const batteries = this.#batteries.map((one) => one(ts));
    const generated = this.#plants.map((one) => one(ts)?.forward ?? null);
    if (generated.some((one) => one === null)) return 'neighbour';
    let [charged, discharged] = [0n, 0n];
    for (const battery of batteries) {
      if (!battery || battery.forward === null || battery.reverse === null) return 'neighbour';
      charged += battery.forward;
      discharged += battery.reverse;
    }
    const weights = generated.map((one) => one ?? 0n);
    const pv = weights.reduce((sum, one) => sum + one, 0n);
    const flow = flowOf({ pv, discharged, charged, bought: grid.forward, fedIn: grid.reverse });
    return flow ? (sharedBy(flow.pv.grid, weights)[plant] ?? 0n) : 'contradiction';
  }
}

/**
 * The highest demand of a supply with and without a battery, of the quarters in which both meters are measured in full: what is
 * shared by time over the ends of a quarter is no demand. The
 * supply of a meter that counts no reverse energy feeds none in.
 */
export function proofOf(
  grid: readonly Quarter[],
  battery: readonly Quarter[],
  { from, to }: Range,
): DemandProof | null {
  const other = byStart(battery);
  return demandProofOf(
    (function* () {
      for (const { ts, forward, reverse, solid } of grid) {
        if (ts < from || ts >= to || forward === null || !solid) continue;
        const own = other.get(ts);
        if (!own || own.forward === null || own.reverse === null || !own.solid) continue;
        yield { ts, bought: forward, fedIn: reverse ?? 0n, charged: own.forward, discharged: own.reverse };
      }
    })(),
  );
}

const QUARTER_S = QUARTER_MS / 1000;

/**
 * The quarters of an interval in which the meter of a supply counts and that prove nothing, as it or the battery was not measured
 * in full: the highest demand may lie in them. @param slides demand is of windows, which need no readings at the ends of a quarter
 */
export function leftOutOf(
  grid: Metered,
  battery: readonly Quarter[],
  range: Range,
  slides: boolean,
): ReturnType<Doubts['list']> {
  const full = ({ solid, coveredS }: Quarter): boolean => solid || (slides && coveredS >= QUARTER_S);
  const other = byStart(battery);
  const found = new Doubts();
  for (const [ts, quarter] of dueQuarters(grid.quarters, grid.counting, range)) {
    const own = other.get(ts);
    const known = quarter && quarter.forward !== null && full(quarter);
    if (!known || !own || own.forward === null || own.reverse === null || !full(own))
      found.add('demandGap', ts);
  }
  return found.list();
}
