/** What crossed the bounds of a site in a time, in one unit; all at least zero. */
export interface SiteEnergies {
  readonly pv: bigint;
  readonly discharged: bigint;
  readonly bought: bigint;
  readonly charged: bigint;
  readonly fedIn: bigint;
}

type FlowSource = 'pv' | 'battery' | 'grid';
type FlowSink = 'load' | 'battery' | 'grid';

/** What flowed from whom to whom. */
export type Flow = Readonly<Record<FlowSource, Readonly<Record<FlowSink, bigint>>>>;

/** What the site used: everything that came in less what went out. Below zero the meters contradict each other. */
export const loadOf = ({ pv, discharged, bought, charged, fedIn }: SiteEnergies): bigint =>
  pv + discharged + bought - charged - fedIn;

/**
 * Who fed whom: PV serves the load first, then the battery, then the grid; the battery what PV leaves of the load, then
 * the rest; the grid what is left. Whatever is given comes out: rows and columns add up to it exactly. Null where the
 * meters contradict each other.
 */
export function flowOf(site: SiteEnergies): Flow | null {
  const load = loadOf(site);
  if (load < 0n) return null;
  const left = { load, battery: site.charged, grid: site.fedIn };
  const pour = (given: bigint): Record<FlowSink, bigint> => {
    const row: Record<FlowSink, bigint> = { load: 0n, battery: 0n, grid: 0n };
    for (const sink of ['load', 'battery', 'grid'] as const) {
      const part = given < left[sink] ? given : left[sink];
      row[sink] = part;
      left[sink] -= part;
      given -= part;
    }
    return row;
  };
  return { pv: pour(site.pv), battery: pour(site.discharged), grid: pour(site.bought) };
}

/** Parts of a whole by weights, in whole numbers that add up to it; nothing where all weights are zero. */
export function sharedBy(whole: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  let given = 0n;
  let passed = 0n;
  return weights.map((weight) => {
    passed += weight;
    const until = (whole * passed) / sum;
    const part = until - given;
    given = until;
    return part;
  });
}
