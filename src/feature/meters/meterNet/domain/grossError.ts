import { type Prior, Squares } from './linear.ts';

/** A meter with meters below it, and what they measured in buckets of time that follow each other; null = not known in full. */
export interface NodeSeries {
  readonly meterId: number;
  readonly own: readonly (number | null)[];
  readonly children: readonly { readonly meterId: number; readonly values: readonly (number | null)[] }[];
}

/** A meter that may be wrong. */
export interface Suspect {
  readonly meterId: number;
  /** Its reading against the truth, as a share: +0.03 = 3 % too much. */
  readonly error: number;
  /** Standard deviation of the same. */
  readonly spread: number;
  /** How much better the figures are understood when this meter is wrong: natural logarithm of the Bayes factor. */
  readonly weight: number;
}

/** What is believed of the losses of a network before the figures are seen, as a share of what is metered below. */
const LOSS: Prior = { mean: 0.005, spread: 0.006 };
/** Of an error that a meter may have. */
const ERROR: Prior = { mean: 0, spread: 0.05 };
/** No belief at all. */
const ANYTHING: Prior = { mean: 0, spread: 1e3 };
/** Fewer changes than this tell nothing. */
const FEWEST = 12;
/** Noise below this share of the flow is not believed: readings are rounded. */
const ROUNDING = 1e-5;

/** What changed from one bucket to the next: at the meter of a node, at those below, and in the imbalance between them. */
interface Change {
  readonly own: number;
  readonly below: readonly number[];
  readonly imbalance: number;
}

interface Node {
  readonly meterId: number;
  readonly childIds: readonly number[];
  readonly changes: readonly Change[];
  /** Of the noise of the imbalance. */
  readonly variance: number;
}

/**
 * Which meters are wrong, the most likely first, told by the course of the balances alone. The imbalance of a
 * node is understood as a steady load, a share that is lost, and noise; a meter that is wrong by a share g adds g
 * times its own course to the imbalance of its node and takes it off that of the node above. Each meter is tried, and
 * its weight says by how much better the imbalances are then understood. What is compared is changes from bucket to bucket:
 * loads that are not metered do not hide in them. `breaks` marks buckets before which loads turn by the calendar, all
 * at once (midnight); changes across them are left out.
 */
export function suspects(series: readonly NodeSeries[], breaks: readonly boolean[] = []): Suspect[] {
  const nodes = series.flatMap((one) => nodeOf(one, breaks) ?? []);
  const ids = new Set(nodes.flatMap((node) => [node.meterId, ...node.childIds]));
  return [...ids]
    .map((meterId) => {
      const about = nodes.filter((node) => node.meterId === meterId || node.childIds.includes(meterId));
      return tried(meterId, about);
    })
    .filter((one) => one.weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
}

/** A meter that may be wrong, and whether it is named. */
export interface Assessed extends Suspect {
  /** Beyond doubt, and beyond what its accuracy class allows. */
  readonly certain: boolean;
}

/** A weight from which a meter is named: odds of 150 to 1 that it is wrong … */
const NAMED = 5;
/** … and of 20 to 1 against the next that might be wrong in its place. */
const AHEAD = 3;
/** At most so many meters are named. */
const ROUNDS = 3;

/**
 * The meters that are wrong beyond doubt, then those that may be. Each search tells the one that explains most; what
 * it told too much is taken off, and the search begins anew. `limitOf`: the largest error that is allowed, a share.
 */
export function grossErrors(
  series: readonly NodeSeries[],
  breaks: readonly boolean[],
  limitOf: (meterId: number) => number,
): Assessed[] {
  const named: Assessed[] = [];
  let reported = series;
  for (;;) {
    const found = suspects(reported, breaks).filter((one) =>
      named.every((other) => other.meterId !== one.meterId),
    );
    const [first, second] = found;
    const clear =
      first !== undefined &&
      named.length < ROUNDS &&
      first.weight >= NAMED &&
      first.weight - (second?.weight ?? 0) >= AHEAD &&
      Math.abs(first.error) - 2 * first.spread > limitOf(first.meterId);
    if (!clear) return [...named, ...found.map((one) => ({ ...one, certain: false }))];
    named.push({ ...first, certain: true });
    reported = reported.map((node) => adjusted(node, first));
  }
}

/** The series as they would be were the meter right. */
function adjusted(node: NodeSeries, { meterId, error }: Suspect): NodeSeries {
  const right = (values: NodeSeries['own']): NodeSeries['own'] =>
    values.map((value) => (value === null ? null : value / (1 + error)));
  return {
    ...node,
    own: node.meterId === meterId ? right(node.own) : node.own,
    children: node.children.map((child) =>
      child.meterId === meterId ? { ...child, values: right(child.values) } : child,
    ),
  };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function nodeOf({ meterId, own, children }: NodeSeries, breaks: readonly boolean[]): Node | null {
  const changes = own.flatMap((value, i): Change[] => {
    const before = own[i - 1] ?? null;
    if (value === null || before === null || breaks[i]) return [];
    const below = children.map(({ values }) => {
      const [then, now] = [values[i - 1] ?? null, values[i] ?? null];
      return then === null || now === null ? Number.NaN : now - then;
    });
    const change = value - before;
    const imbalance = change - sum(below);
    return Number.isNaN(imbalance) ? [] : [{ own: change, below, imbalance }];
  });
  if (children.length === 0 || changes.length < FEWEST + children.length) return null;
  const size = Math.max(...own.map((value) => Math.abs(value ?? 0)));
  if (size === 0) return null;
  return {
    meterId,
    childIds: children.map((child) => child.meterId),
    changes,
    variance: Math.max((size * ROUNDING) ** 2, noiseOf(changes, children.length)),
  };
}

/** The noise of a node's imbalance when each meter below is free to be wrong, widened where it comes in runs. */
function noiseOf(changes: readonly Change[], children: number): number {
  const squares = new Squares(children);
  for (const { below, imbalance } of changes) squares.add(below, imbalance, 1);
  const { means } = squares.solve(Array.from({ length: children }, () => ANYTHING));
  const left = changes.map(
    ({ below, imbalance }) => imbalance - sum(below.map((x, i) => x * (means[i] ?? 0))),
  );
  const power = sum(left.map((one) => one * one));
  const neighbours = sum(left.map((one, i) => one * (left[i - 1] ?? 0)));
  const run = Math.min(0.9, Math.max(0, power > 0 ? neighbours / power : 0));
  return (power / Math.max(1, changes.length - children)) * ((1 + run) / (1 - run));
}

function tried(meterId: number, nodes: readonly Node[]): Suspect {
  const size = nodes.length;
  const without = new Squares(size);
  const within = new Squares(size + 1);
  nodes.forEach(({ meterId: ownId, childIds, changes, variance }, n) => {
    const at = childIds.indexOf(meterId);
    for (const { own, below, imbalance } of changes) {
      const x = Array.from({ length: size }, (_, i) => (i === n ? sum(below) : 0));
      without.add(x, imbalance, 1 / variance);
      within.add([...x, ownId === meterId ? own : -(below[at] ?? 0)], imbalance, 1 / variance);
    }
  });
  const priors = nodes.map(() => LOSS);
  const before = without.solve(priors);
  const after = within.solve([...priors, ERROR]);
  // Its reading is (1 + e) times the truth, so that g = e / (1 + e) of what it tells is wrong.
  const g = after.means[size] ?? 0;
  return {
    meterId,
    error: g / (1 - g),
    spread: (after.spreads[size] ?? 0) / (1 - g) ** 2,
    weight: after.evidence - before.evidence,
  };
}
