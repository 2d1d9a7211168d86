import { meanOf, type OpenInterval, together } from '#domain/demand/proven.ts';
import { ALWAYS } from '#domain/fold/counting.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { demandOver } from './demandOver.ts';
import { type OpenMeter, openOver } from './openOver.ts';
import { peaksOf } from './peakOf.ts';
import { NO_SUM, type IntervalSum, usageOver } from './usageOver.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** How the demand of billing is measured: over whole quarters of an hour, or over windows that slide. */
export type DemandMethod = 'block' | 'sliding';

/** A maximum demand, millionths of kW. */
export interface MaximumDemand extends Range {
  readonly demand: bigint;
  /** Nobody measured it: registers prove it as the mean of an interval, and its maximum is at least that. */
  readonly proven: boolean;
}

/** The highest that was measured: by the method, and of whole quarters of an hour. */
export interface MeasuredMaximum {
  readonly own: MaximumDemand | null;
  readonly block: MaximumDemand | null;
}

/** The maximum demand of an interval, and what keeps it from being certain. */
export interface IntervalMaximum {
  /** The higher of what was measured and what is proven; null where neither is known. */
  readonly maximum: MaximumDemand | null;
  readonly measured: MaximumDemand | null;
  /** The highest whole quarter of an hour that was measured. */
  readonly block: MaximumDemand | null;
  /** Intervals that may hide more than the maximum, in the order of time: it is at least what it says. */
  readonly hiding: readonly OpenInterval[];
  /** Every interval whose mean is proven. */
  readonly proven: readonly MaximumDemand[];
  /** Where each meter has no demand, whether it may hide a higher one or not. */
  readonly open: readonly OpenMeter[];
}

const NOTHING: IntervalMaximum = {
  maximum: null,
  measured: null,
  block: null,
  hiding: [],
  proven: [],
  open: [],
};

/**
 * The maximum demand of several intervals (on the grid) as every screen and bill tells it. A sum of meters has that of
 * its summed curve, in blocks whatever the method, as windows of several meters do not add up (decision 44).
 * @param until what is later is not missing, ms
 * @param known what was measured, one an interval, where the caller has looked already
 */
export async function maximaOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
  method: DemandMethod,
  until: number,
  known?: readonly MeasuredMaximum[],
): Promise<IntervalMaximum[]> {
  if (signed.length === 0 || intervals.length === 0) return intervals.map(() => NOTHING);
  const measured = known ?? (await measuredOver(db, signed, intervals, method));
  const ids = signed.map((one) => one.meterId);
  const closely = new Set(measured.flatMap(({ block }, key) => (block ? [] : [key])));
  const open = await openOver(db, ids, intervals, until, closely);
  const inside = await provenOver(db, signed, open);
  const reported = measured.map(({ own, block }, key) => {
    const proven = (inside[key] ?? []).flatMap(({ from, to, energy }): MaximumDemand[] =>
      energy === null ? [] : [{ from, to, demand: meanOf(energy, { from, to }), proven: true }],
    );
    let maximum = own;
    // Below zero where more flows back than is drawn.
    for (const one of proven) if (maximum === null || one.demand > maximum.demand) maximum = one;
    return { maximum, measured: own, block, proven, open: open[key] ?? [] };
  });
  // What flows the other way in a part may be more than what is left of it.
  const own = new Set(ids);
  const positive = signed.every(({ sign }) => sign === 1) && open.every((list) => list.every(({ meterId }) => own.has(meterId))); // prettier-ignore
  const hiding = await hidingOver(db, signed, inside, reported.map((one) => one.maximum), positive ? method : null); // prettier-ignore
  return reported.map((one, key) => ({ ...one, hiding: hiding[key] ?? [] }));
}

type Proven = OpenInterval & { readonly energy: bigint | null };

/**
 * The intervals that may hide more than the maximum: not those whose whole energy in one window would not reach it.
 * @param method null = energies may be below zero
 */
async function hidingOver(
  db: Db,
  signed: readonly SignedMeter[],
  known: readonly (readonly Proven[])[],
  maxima: readonly (MaximumDemand | null)[],
  method: DemandMethod | null,
): Promise<OpenInterval[][]> {
  const within = (energy: bigint | null, key: number): boolean =>
    energy !== null && energy * 4n <= (maxima[key]?.demand ?? -1n);
  const low = (one: Proven, key: number): boolean => method !== null && within(one.energy, key);
  // A window that slides reaches into the quarters beside them.
  const wider = new Map<Proven, IntervalSum>();
  if (method === 'sliding') {
    const query = known.flatMap((list, key) => list.filter((one) => low(one, key)));
    const around = query.map(({ from, to }) => ({ from: from - QUARTER_MS, to: to + QUARTER_MS }));
    const sums = query.length === 0 ? [] : await usageOver(db, signed, around);
    query.forEach((one, i) => wider.set(one, sums[i] ?? NO_SUM));
  }
  const harmless = (one: Proven, key: number): boolean =>
    low(one, key) && (method === 'block' || within(wider.get(one)?.energy ?? null, key));
  return known.map((list, key) =>
    list.filter((one) => !harmless(one, key)).map(({ from, to, kind }) => ({ from, to, kind })),
  );
}

async function measuredOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
  method: DemandMethod,
): Promise<MeasuredMaximum[]> {
  const [only, ...more] = signed;
  if (method === 'sliding' && only?.sign === 1 && more.length === 0)
    return (await demandOver(db, only.meterId, intervals)).map(({ sliding, block }) => {
      const reported = (one: typeof block): MaximumDemand | null =>
        one && { from: one.at - QUARTER_MS, to: one.at, demand: one.value, proven: false };
      return { own: reported(sliding), block: reported(block) };
    });
  return (await peaksOf(db, signed, intervals)).map((peak) => {
    const own = peak && { ...peak, proven: false };
    return { own, block: own };
  });
}

/** The intervals in which a meter of the sum has no demand, with the energy of the sum where it is known in all of it. */
async function provenOver(
  db: Db,
  signed: readonly SignedMeter[],
  open: readonly (readonly OpenMeter[])[],
): Promise<Proven[][]> {
  const [only, ...more] = signed;
  if (only && more.length === 0 && open.every((meters) => meters.every((one) => one.meterId === only.meterId)))
    return open.map((meters) =>
      meters.flatMap(({ runs }) => runs.map((run) => ({ ...run, energy: run.energy === null || only.sign === 1 ? run.energy : -run.energy }))),
    ); // prettier-ignore
  const intervals = open.map((meters) => together(meters.map(({ runs }) => runs)));
  const wanted = intervals.flatMap((list) => list.filter(({ kind }) => kind === 'spread'));
  const sums = wanted.length === 0 ? [] : await usageOver(db, signed, wanted);
  const shown = new Map((await visibleMeters(db, signed.map((one) => one.meterId))).map((one) => [one.id, one.counting])); // prettier-ignore
  const counting = signed.map(({ meterId }) => shown.get(meterId) ?? ALWAYS);
  const energies = new Map(wanted.map((one, i) => {
    const sum = sums[i];
    return [one, sum && sum.known >= dueIn(counting, one.from, one.to) ? sum.energy : null];
  })); // prettier-ignore
  return intervals.map((list) => list.map((one) => ({ ...one, energy: energies.get(one) ?? null })));
}
