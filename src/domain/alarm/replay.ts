import { HOUR_MS } from '#domain/time/duration.ts';
import { calmWithin } from './calm.ts';
import { Runner } from './course.ts';
import { type Episode, episodes } from './episode.ts';
import { chatteringRaises, floodsOf } from './flood.ts';
import { NORMAL, type RuleTimes, type Sample } from './machine.ts';
import type { ObjectRule } from './settings.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** A value of the source at its data time (ms); null where it is not known. */
export interface Value {
  readonly at: number;
  readonly value: number | null;
  /** What a condition over several values said of it (`computedSamples`); else the limits of the rule decide. */
  readonly verdict?: Verdict;
}

/** What a rule asks for on one object. */
export type ReplayRule = Pick<ObjectRule, 'limits' | 'times'>;

/** Runs a rule over values of one object up to an instant (ms), by the very code that judges live. */
export function replay(
  values: readonly Value[],
  { limits, times }: ReplayRule,
  until: number,
): readonly Episode[] {
  const { low, high } = calmWithin(limits);
  const runner = new Runner(NORMAL);
  let last = -Infinity;
  for (const { at, value, verdict } of values) {
    if (at > until) continue;
    if (at <= last) return episodes(samplesOf(values, limits), times, until).episodes;
    last = at;
    // Most values say nothing to a rule that is normal.
    if (verdict === undefined && runner.isNormal && (value === null || (value >= low && value <= high)))
      continue;
    runner.take({ at, value, verdict: verdict ?? verdictOf(value, limits), times });
  }
  return runner.end({ at: until, times }).episodes;
}

const samplesOf = (values: readonly Value[], limits: ReplayRule['limits']): Sample[] =>
  values.map(({ at, value, verdict }) => ({ at, value, verdict: verdict ?? verdictOf(value, limits) }));

/** What raises (ms, of one object or of many) mean for people. */
export interface Figures {
  readonly raises: number;
  /** The hour (ms, its start in UTC) with the most raises; null where nothing was raised. */
  readonly worstHour: { readonly at: number; readonly raises: number } | null;
  readonly floodMs: number;
}

/** Worst hour and floods of raises in any order. */
export function figuresOf(raises: readonly number[]): Figures {
  let floodMs = 0;
  for (const flood of floodsOf(raises)) floodMs += flood.to - flood.from;
  return { raises: raises.length, worstHour: worstHourOf(raises), floodMs };
}

function worstHourOf(raises: readonly number[]): Figures['worstHour'] {
  const counts = new Map<number, number>();
  for (const at of raises) {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  let worst: Figures['worstHour'] = null;
  for (const [at, count] of counts) if (count > (worst?.raises ?? 0)) worst = { at, raises: count };
  return worst;
}

/** What is tried on a rule: at least this dead band, in percent of each limit, and at least these delays. */
export interface Setting {
  readonly deadBandPercent: number;
  readonly delayMs: number;
}

const DEAD_BANDS = [0, 1, 2, 3, 5];
const MINUTE_MS = 60_000;

/**
 * The settings that are tried where values come every `stepMs`: a delay filters only if it is longer than that. Dead bands are
 * tried where limits decide, delays where there are any: between the hours or days of a figure there are none.
 */
export function settingsFor(stepMs: number, byLimits = true, byDelays = true): Setting[] {
  const tried = byDelays ? [MINUTE_MS, 5 * MINUTE_MS, 2 * stepMs, 4 * stepMs] : [];
  const delays = [...new Set([0, ...tried])].toSorted((a, b) => a - b);
  return (byLimits ? DEAD_BANDS : [0]).flatMap((deadBandPercent) =>
    delays.map((delayMs) => ({ deadBandPercent, delayMs })),
  );
}

/** A rule under a setting; what the rule itself asks for stays where it is more. */
export function withSetting(
  { limits, times }: ReplayRule,
  { deadBandPercent, delayMs }: Setting,
): ReplayRule {
  const longer: RuleTimes = {
    ...times,
    onDelayMs: Math.max(times.onDelayMs, delayMs),
    offDelayMs: Math.max(times.offDelayMs, delayMs),
  };
  return {
    limits: limits.map((one) => ({
      ...one,
      deadBand: Math.max(one.deadBand, (Math.abs(one.limit) * deadBandPercent) / 100),
    })),
    times: longer,
  };
}

/** Episodes that matter: those that last at least `matterMs` by an instant (ms). */
export const lasting = (all: readonly Episode[], matterMs: number, until: number): Episode[] =>
  all.filter(({ raisedAt, clearedAt }) => (clearedAt ?? until) - raisedAt >= matterMs);

/** How many of the episodes that matter others keep, and how much later the slowest of these is raised. */
export interface Kept {
  readonly kept: number;
  readonly of: number;
  readonly laterMs: number;
}

/** An episode is kept where another is active at some time within it. Both lists in the order of time. */
export function keptOf(matter: readonly Episode[], found: readonly Episode[], until: number): Kept {
  let first = 0;
  let kept = 0;
  let laterMs = 0;
  for (const one of matter) {
    while (first < found.length && ((found[first] as Episode).clearedAt ?? until) < one.raisedAt) first++;
    const other = found[first];
    if (!other || other.raisedAt > (one.clearedAt ?? until)) continue;
    kept += 1;
    laterMs = Math.max(laterMs, other.raisedAt - one.raisedAt);
  }
  return { kept, of: matter.length, laterMs };
}

/** What a setting would have done, over all objects. */
export interface Trial extends Setting, Kept {
  readonly raises: number;
  /** Raises of which three or more lie within a minute on one object. */
  readonly chattering: number;
}

/** What a setting does on one object. */
export function trialOf(
  values: readonly Value[],
  rule: ReplayRule,
  setting: Setting,
  matter: readonly Episode[],
  until: number,
): Trial {
  const found = replay(values, withSetting(rule, setting), until);
  const chattering = chatteringRaises(found.map(({ raisedAt }) => raisedAt));
  return { ...setting, ...keptOf(matter, found, until), raises: found.length, chattering };
}

/** The trials of several objects together. */
export function addTrials(all: readonly Trial[], more: readonly Trial[]): Trial[] {
  return more.map((one, i) => {
    const before = all[i];
    if (!before) return one;
    return {
      ...one,
      raises: before.raises + one.raises,
      chattering: before.chattering + one.chattering,
      kept: before.kept + one.kept,
      of: before.of + one.of,
      laterMs: Math.max(before.laterMs, one.laterMs),
    };
  });
}

/** Trials, the best first: nothing lost that matters, then fewest raises, then soonest, then the least dead band. */
export const bestFirst = (trials: readonly Trial[]): Trial[] =>
  trials.toSorted(
    (a, b) =>
      b.kept - a.kept ||
      a.raises - b.raises ||
      a.laterMs - b.laterMs ||
      a.delayMs - b.delayMs ||
      a.deadBandPercent - b.deadBandPercent,
  );
