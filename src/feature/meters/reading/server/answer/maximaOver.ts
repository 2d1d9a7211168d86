import { meanOf, type OpenInterval, together } from '#domain/demand/proven.ts';
import { ALWAYS } from '#domain/fold/counting.ts';
import { dueIn } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { demandOver, type IntervalDemand } from './demandOver.ts';
import { type OpenMeter, openOver } from './openOver.ts';
import { peaksOf } from './peakOf.ts';
import { NO_SUM, type IntervalSum, usageOver } from './usageOver.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

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
 * its summed curve, in blocks whatever slides, as windows of several meters do not add up (decision 44).
 * @param slides of each interval the parts, in the order of time, in which windows slide, none of them over an end of
 *   its part; elsewhere whole quarters of an hour count
 * @param until what is later is not missing, ms
 * @param known what was measured, one an interval, where the caller has looked already
 */
export async function maximaOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
  slides: readonly (readonly Range[])[],
  until: number,
  known?: readonly MeasuredMaximum[],
): Promise<IntervalMaximum[]> {
  if (signed.length === 0 || intervals.length === 0) return intervals.map(() => NOTHING);
  const measured = known ?? (await measuredOver(db, signed, intervals, slides));
  const ids = signed.map((one) => one.meterId);
  const open = await openOver(db, ids, intervals, until);
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
  const hiding = await hidingOver(db, signed, inside, reported.map((one) => one.maximum), positive ? slides : null); // prettier-ignore
  return reported.map((one, key) => ({ ...one, hiding: hiding[key] ?? [] }));
}

type Proven = OpenInterval & { readonly energy: bigint | null };

/**
 * The intervals that may hide more than the maximum: not those whose whole energy in one window would not reach it.
 * @param slides null = energies may be below zero
 */
async function hidingOver(
  db: Db,
  signed: readonly SignedMeter[],
  known: readonly (readonly Proven[])[],
  maxima: readonly (MaximumDemand | null)[],
  slides: readonly (readonly Range[])[] | null,
): Promise<OpenInterval[][]> {
  const within = (energy: bigint | null, key: number): boolean =>
    energy !== null && energy * 4n <= (maxima[key]?.demand ?? -1n);
  const low = (one: Proven, key: number): boolean => slides !== null && within(one.energy, key);
  const sliding = ({ from, to }: Proven, key: number): boolean =>
    slides?.[key]?.some((part) => part.from < to && part.to > from) === true;
  // A window that slides reaches into the quarters beside them.
  const wider = new Map<Proven, IntervalSum>();
  const query = known.flatMap((list, key) => list.filter((one) => low(one, key) && sliding(one, key)));
  const around = query.map(({ from, to }) => ({ from: from - QUARTER_MS, to: to + QUARTER_MS }));
  const sums = query.length === 0 ? [] : await usageOver(db, signed, around);
  query.forEach((one, i) => wider.set(one, sums[i] ?? NO_SUM));
  const harmless = (one: Proven, key: number): boolean =>
    low(one, key) && (!sliding(one, key) || within(wider.get(one)?.energy ?? null, key));
  return known.map((list, key) =>
    list.filter((one) => !harmless(one, key)).map(({ from, to, kind }) => ({ from, to, kind })),
  );
}

async function measuredOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
  slides: readonly (readonly Range[])[],
): Promise<MeasuredMaximum[]> {
  const [only, ...more] = signed;
  const single = only?.sign === 1 && more.length === 0;
  const parts = single ? slides.flatMap((list, key) => list.map((part) => ({ ...part, key }))) : [];
  const slid = single && parts.length > 0 ? await demandOver(db, only.meterId, parts) : [];
  // Where windows slide in all of an interval, its parts tell its blocks too.
  const whole = intervals.map(({ from, to }, key) => lengthOf(parts.filter((part) => part.key === key)) === to - from); // prettier-ignore
  const asked = intervals.flatMap((_, key) => (whole[key] ? [] : [key]));
  const peaks = await peaksOf(db, signed, asked.map((key) => intervals[key] as Range)); // prettier-ignore
  const found = intervals.map((): MeasuredMaximum => ({ own: null, block: null }));
  const add = (key: number, own: MaximumDemand | null, block: MaximumDemand | null): void => {
    const held = found[key] as MeasuredMaximum;
    found[key] = { own: higherOf(held.own, own), block: higherOf(held.block, block) };
  };
  asked.forEach((key, i) => {
    const peak = peaks[i] ? { ...peaks[i], proven: false } : null;
    add(key, peak, peak);
  });
  parts.forEach(({ key }, i) => add(key, windowOf(slid[i]?.sliding), windowOf(slid[i]?.block)));
  return found;
}

const lengthOf = (parts: readonly Range[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

const windowOf = (one: IntervalDemand['block'] | undefined): MaximumDemand | null =>
  one ? { from: one.at - QUARTER_MS, to: one.at, demand: one.value, proven: false } : null;

/** The higher of two; of equals the earlier. */
const higherOf = (a: MaximumDemand | null, b: MaximumDemand | null): MaximumDemand | null => {
  if (!a || !b) return a ?? b;
  return b.demand > a.demand || (b.demand === a.demand && b.to < a.to) ? b : a;
};

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
