import { QUARTER_MS } from '#domain/time/duration.ts';
import { type Known, knownIn, knownOfSum, spansIn } from './known.ts';
import type { Rig, Span, Interval } from './rig.ts';

/** What the platform says about a bucket. */
export interface Figure {
  readonly from: number;
  readonly to: number;
  /** Millionths; null = nothing. */
  readonly energy: number | null;
  /** Highest demand in millionths of kW. */
  readonly demand: number | null;
  readonly coveredSeconds: number;
  readonly flags: ReadonlySet<string>;
}

/**
 * `exact`: the truth. `flagged`: what can be known, and it says itself what is the matter. `missing`: nothing is said
 * and nothing can be known. `shown`: what the meter showed, which was not so. `wrong`: anything else.
 */
export type Verdict = 'exact' | 'flagged' | 'missing' | 'shown' | 'wrong';

export interface Assessed {
  readonly figure: Figure;
  readonly verdict: Verdict;
  readonly touched: boolean;
  /** Bears a flag without a reason. */
  readonly needless: boolean;
  /** Null where only bounds are known. */
  readonly truth: number | null;
  readonly why?: string;
}

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && a.to > b.from;

/** Verdicts on the figures of one size of bucket of one meter, in the order of time, one for every bucket. */
export function judge(rig: Rig, rigs: ReadonlyMap<string, Rig>, figures: readonly Figure[]): Assessed[] {
  const assessed = figures.map((figure) => judgeOne(rig, rigs, figure));
  return rig.parts.length > 0 ? assessed : judgeIntervals(rig.spans, assessed);
}

/** The same of reverse energy, which no story distorts. */
export function judgeReverse(rig: Rig, figures: readonly Figure[]): Assessed[] {
  return figures.map((figure) => {
    const { energy } = knownIn(rig.reverse, figure.from, figure.to);
    const verdict = energy === figure.energy ? 'exact' : 'wrong';
    return { figure, verdict, touched: true, needless: false, truth: energy };
  });
}

function judgeOne(rig: Rig, rigs: ReadonlyMap<string, Rig>, figure: Figure): Assessed {
  const { from, to, energy, flags } = figure;
  const sum = rig.parts.length > 0 ? knownOfSum(rig, rigs, from, to) : null;
  const known: Known = sum ?? knownIn(rig.spans, from, to);
  const reported = rig.tells.filter((tell) => overlaps(tell, figure)).map(({ flag }) => flag);
  if (sum?.partial && energy !== null && !rig.listed) reported.push('partial');
  if (known.cut.length > 0) reported.push('interpolated');
  const silent = reported.filter((flag) => !flags.has(flag));
  const touched =
    reported.length > 0 || known.partial || known.lie || rig.touched.some((one) => overlaps(one, figure));
  const truth = known.cut.length > 0 ? null : known.energy;
  const { slack } = rig;
  const loose = slack !== undefined && overlaps(slack, figure);
  const permitted = rig.permits.filter((one) => overlaps(one, figure)).map(({ flag }) => flag);
  const needless =
    reported.length === 0 &&
    !known.partial &&
    !loose &&
    [...flags].some((flag) => !PLAIN.has(flag) && !permitted.includes(flag));
  const as = (verdict: Verdict, why?: string): Assessed => ({
    figure,
    verdict,
    touched,
    needless,
    truth,
    ...(why === undefined ? {} : { why }),
  });
  if (slack && loose) {
    const [low, high] = boundsOf(known);
    const within = energy !== null && energy >= low - slack.by && energy <= high + slack.by;
    if (!within) return as('wrong', `not within ${slack.by / 1e6} of the truth`);
    if (silent.length > 0) return as('wrong', `no flag ${silent.join(', ')}`);
    const fault = demandFault(rig, figure, false);
    return fault !== null && !flags.has('noise') ? as('wrong', fault) : as('flagged');
  }
  const demand = demandFault(rig, figure, reported.length === 0 && !known.partial && !known.lie);
  if (demand !== null) return as('wrong', demand);
  if (silent.length > 0) return as('wrong', `no flag ${silent.join(', ')}`);
  if (known.cut.length > 0) {
    const [low, high] = boundsOf(known);
    if (energy === null) return as('wrong', 'missing, but it can be known');
    return energy >= low && energy <= high ? as('flagged') : as('wrong', `not from ${low / 1e6} to ${high / 1e6}`); // prettier-ignore
  }
  if (known.energy === null)
    return energy === null ? as('missing') : as('wrong', 'a figure, but nothing can be known');
  if (energy === null) return as('wrong', 'missing, but it can be known');
  if (energy !== known.energy) return as('wrong', 'another figure');
  if (known.partial) {
    const says = reported.length > 0 || figure.coveredSeconds < (to - from) / 1000;
    return says ? as('flagged') : as('wrong', 'a part of it is told as the whole');
  }
  if (known.lie) return as('shown');
  return as(reported.length > 0 ? 'flagged' : 'exact');
}

/** Flags that doubt nothing. */
const PLAIN = new Set(['measured']);

function boundsOf({ energy, cut }: Known): [number, number] {
  const low = energy ?? 0;
  return [low, cut.reduce((sum, span) => sum + (span.energy ?? 0), low)];
}

/** A demand is the mean of a quarter of an hour that was measured, and the highest of the bucket. */
function demandFault(rig: Rig, { from, to, demand }: Figure, plain: boolean): string | null {
  if (rig.parts.length > 0) return null;
  let highest = -1;
  for (const { from: start, to: end, energy } of spansIn(rig.spans, from, to)) {
    if (start < from || end > to || end - start > QUARTER_MS || energy === null) continue;
    highest = Math.max(highest, (energy * QUARTER_MS * 4) / (end - start));
  }
  if (demand !== null && demand > highest) return `demand ${demand / 1e6}, never above ${highest / 1e6}`;
  if (plain && highest >= 0 && demand !== highest && to - from >= QUARTER_MS)
    return `demand ${(demand ?? 0) / 1e6}, in truth ${highest / 1e6}`;
  return null;
}

/** Where an interval of known energy lies over several buckets, these must have the energy of the whole. */
function judgeIntervals(spans: readonly Span[], assessed: Assessed[]): Assessed[] {
  const crossing = (at: number): boolean => {
    const [span] = spansIn(spans, at, at + 1);
    return span !== undefined && span.energy !== null && span.from < at;
  };
  for (let i = 0; i < assessed.length;) {
    let next = i + 1;
    while (next < assessed.length && crossing((assessed[next] as Assessed).figure.from)) next++;
    const group = assessed.slice(i, next);
    const [first, last] = [group[0] as Assessed, group.at(-1) as Assessed];
    const known = knownIn(spans, first.figure.from, last.figure.to);
    const sum = group.reduce((total, { figure }) => total + (figure.energy ?? 0), 0);
    if (next > i + 1 && known.cut.length === 0 && sum !== (known.energy ?? 0))
      for (let j = i; j < next; j++)
        assessed[j] = {
          ...(assessed[j] as Assessed),
          verdict: 'wrong',
          why: 'the interval as a whole is not right',
        };
    i = next;
  }
  return assessed;
}
