import type { Range } from '#domain/fold/reach.ts';
import { demandProofOf, type DemandProof } from '#domain/storage/demand.ts';
import { flowOf, sharedBy } from '#domain/storage/flow.ts';
import type { Quarter } from './quarters.ts';

/** Meters of one supply: its own, the batteries and the PV plants behind it; quarters by their start. */
export interface Supply {
  readonly grid: readonly Quarter[];
  readonly batteries: readonly (readonly Quarter[])[];
  readonly plants: readonly (readonly Quarter[])[];
}

/** Quarters of a meter by their start. */
const byStart = (quarters: readonly Quarter[]): ReadonlyMap<number, Quarter> =>
  new Map(quarters.map((quarter) => [quarter.ts, quarter]));

/** What of the PV behind a supply was fed in, quarter by quarter, each plant by its share. */
export class FedIn {
  readonly #grid: ReadonlyMap<number, Quarter>;
  readonly #batteries: readonly ReadonlyMap<number, Quarter>[];
  readonly #plants: readonly ReadonlyMap<number, Quarter>[];

  constructor({ grid, batteries, plants }: Supply) {
    this.#grid = byStart(grid);
    this.#batteries = batteries.map(byStart);
    this.#plants = plants.map(byStart);
  }

  /** What of the generation of a plant was fed in; null where one of the meters is not known. */
  of(plant: number, ts: number): bigint | null | 'contradiction' {
    const grid = this.#grid.get(ts);
    if (!grid || grid.forward === null || grid.reverse === null) return null;
    if (grid.reverse === 0n) return 0n;
    const batteries = this.#batteries.map((one) => one.get(ts));
    const generated = this.#plants.map((one) => one.get(ts)?.forward ?? null);
    if (generated.some((one) => one === null)) return null;
    let [charged, discharged] = [0n, 0n];
    for (const battery of batteries) {
      if (!battery || battery.forward === null || battery.reverse === null) return null;
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
