import { asksFor, lookBackOf, tells, verdictAt } from './condition.ts';
import { type Clock, type Course, courseOf, type TimedSample } from './course.ts';
import { type AlarmState, NORMAL } from './machine.ts';
import { clearedAtOf, knownUpTo, occurrencesOf, raisedAtOf } from './occurrence.ts';
import { type Change, changesOf, type Recorded } from './revise.ts';
import { type Holds, LAPSE_CODE, longestHold, Past, type Reading } from './past.ts';
import type { ObjectRule } from './settings.ts';
import { verdictOf } from './verdict.ts';

/** A version of a rule on one meter, from when on it holds (ms). */
export interface RuleVersion {
  readonly versionId: number;
  readonly validFrom: number;
  readonly rule: ObjectRule;
}

/** What is known of a rule on a meter before it is judged. */
export interface Standing {
  /** ms: the data time of the newest reading that was judged, and the state after it. */
  readonly judgedTo: number;
  readonly state: AlarmState;
  readonly records: readonly Recorded[];
  readonly treatedAt: readonly number[];
  /** ms: from here on something is still awaited that others know soon: what it changes is no revision. Absent = nothing is. */
  readonly awaited?: number;
}

/** Readings that came later than others or were changed: what is judged again. */
export interface Rewind {
  /** ms: where judging begins, and the last instant at which anything changed. */
  readonly start: number;
  readonly to: number;
}

export interface Judged {
  readonly changes: readonly Change[];
  readonly state: AlarmState;
  /** ms by the clock of the object; null where time alone changes nothing. */
  readonly dueAt: number | null;
  /** Whether all that followed was as before: state and timers of the present stand. */
  readonly settled: boolean;
}

/** An alarm that is raised again within this time after it was cleared is the same one (design of alarms). */
export const REOPEN_MS = 600_000;

/** The version that holds at an instant: the last that had begun, before all of them the first. */
export function versionAt(versions: readonly RuleVersion[], at: number): RuleVersion {
  return versions.findLast(({ validFrom }) => validFrom <= at) ?? (versions[0] as RuleVersion);
}

/** How long before an instant a sample may lie that still decides what is raised at it, ms. */
export const reachOf = (versions: readonly RuleVersion[]): number =>
  Math.max(
    ...versions.map(({ rule: { times, mixed } }) =>
      // What several sources say holds until one of them says something else: only the delays reach further.
      mixed ? times.onDelayMs + times.offDelayMs : times.onDelayMs + Math.max(times.holdMs, times.offDelayMs),
    ),
  );

/** Where judging again must begin so that nothing stood and nothing was pending: before every record that reaches up to it. */
export function rewindStart(from: number, reachMs: number, records: readonly Recorded[]): number {
  let start = from - reachMs;
  for (const one of records.toSorted((a, b) => raisedAtOf(b) - raisedAtOf(a))) {
    if (one.withdrawn || raisedAtOf(one) > from) continue;
    if ((clearedAtOf(one) ?? Infinity) >= start - REOPEN_MS)
      start = Math.min(start, raisedAtOf(one) - reachMs);
  }
  return start;
}

/** The data codes of the values of the meter that a rule asks for. */
export const codesOf = ({ code, computed }: ObjectRule): string[] =>
  computed ? [...asksFor(computed).keys()] : code === null ? [] : [code];

/** How long before an instant (ms) a reading may lie that still decides what a rule says at it. */
export const lookBack = (versions: readonly RuleVersion[]): number =>
  Math.max(
    0,
    ...versions.map(({ rule }) =>
      rule.computed ? lookBackOf(rule.computed, longestHold(holdsOf(rule))) : 0,
    ),
  );

/** How long values stand for what follows them. */
export const holdsOf = ({ mixed, times }: ObjectRule): Holds => mixed?.holds ?? { own: times.holdMs };

/** The names of all that is judged where a reading tells it. */
export const judgedCodesOf = (rule: ObjectRule): string[] =>
  rule.mixed ? [...codesOf(rule), ...rule.mixed.codes, LAPSE_CODE] : codesOf(rule);

/** The same of all versions; null where there is none. */
function holdsOfAll(versions: readonly RuleVersion[]): Holds | null {
  const all = versions.map(({ rule }) => holdsOf(rule));
  const [first] = all;
  return first ? { own: first.own, others: new Map(all.flatMap(({ others = [] }) => [...others])) } : null;
}

/** What readings from an instant (ms) on say; those before it only tell what was known at it. */
function samplesOf(
  readings: readonly Reading[],
  versions: readonly RuleVersion[],
  begin: number,
): TimedSample[] {
  const asked = new Map(versions.map(({ rule }) => [rule, judgedCodesOf(rule)]));
  const standing = versions.flatMap(({ rule }) => rule.mixed?.codes ?? []);
  const codes = [...new Set([...asked.values()].flat())].filter((code) => !standing.includes(code));
  const holds = holdsOfAll(versions.filter(({ rule }) => rule.computed));
  const past = holds && new Past(codes, holds, [...new Set(standing)]);
  return readings.flatMap((reading): TimedSample[] => {
    past?.take(reading);
    const { at, values } = reading;
    const { rule } = versionAt(versions, at);
    const { times } = rule;
    // An instant at which nothing was told of what is asked for says nothing of it.
    if (at < begin || !tells(reading, asked.get(rule) ?? [])) return [];
    if (past && rule.computed) return [{ at, value: null, verdict: verdictAt(rule.computed, past), times }];
    const told = values[rule.code ?? ''] ?? NaN;
    const value = Number.isFinite(told) ? told : null;
    return [{ at, value, verdict: verdictOf(value, rule.limits), times }];
  });
}

/**
 * Judges a rule on a meter: from where it stands, or again from where a rewind begins. Readings are all that count of the
 * meter after that, and as far before it as the rule looks back (`lookBack`), in the order of time.
 * @param now ms by the clock of the object; null where our own clock is in doubt
 */
export function judge(
  versions: readonly RuleVersion[],
  standing: Standing,
  readings: readonly Reading[],
  now: number | null,
  rewind: Rewind | null,
): Judged {
  const { judgedTo, records } = standing;
  const stood = records.filter(({ withdrawn }) => !withdrawn);
  const clock: Clock | null =
    now === null ? null : { at: Math.max(now, judgedTo), times: versionAt(versions, now).rule.times };
  const touchedTo = rewind === null ? 0 : rewind.to + lookBack(versions);
  const settled = (at: number): boolean =>
    rewind !== null && at > touchedTo && at < judgedTo && !stood.some((one) => reaches(one, at));
  const samples = samplesOf(readings, versions, rewind ? rewind.start : judgedTo + 1);
  const before = rewind ? stateAt(rewind.start, stood) : standing.state;
  const course = courseOf(before, samples, clock, settled);
  return conclude(course, standing, rewind?.start ?? null);
}

/** What was heard of a meter, by our own clock (ms). */
export interface Heard {
  /** Before this look, and when something newer came since, in order; none = nothing new did. */
  readonly before: number;
  readonly since: readonly number[];
  readonly silentAfterMs: number;
}

/**
 * Judges whether a meter is silent. What counts is when something newer than all before arrived, by our own clock: what a
 * gateway brings afterwards does not undo that nothing came.
 * @param now ms; null where our own clock is in doubt, or what came may not be known yet
 */
export function judgeSilence(
  versions: readonly RuleVersion[],
  standing: Standing,
  heard: Heard,
  now: number | null,
): Judged {
  const { times } = versionAt(versions, now ?? heard.before).rule;
  const silentFrom = (at: number): TimedSample => ({
    at: at + heard.silentAfterMs, verdict: 'raise', value: null, times,
  }); // prettier-ignore
  const samples: TimedSample[] = [];
  let last = heard.before;
  for (const at of heard.since) {
    const gap = silentFrom(last);
    if (gap.at < at) samples.push(gap);
    samples.push({ at, verdict: 'clear', value: null, times });
    last = at;
  }
  const clock = now === null ? null : { at: now, times, silence: silentFrom(last) };
  return conclude(courseOf(standing.state, samples, clock), { ...standing, judgedTo: heard.before }, null);
}

/**
 * The state where judging begins again. What is too old is not judged: an alarm that stood there already stands on as it
 * was recorded. A peak that lies after the beginning is found anew.
 */
function stateAt(start: number, stood: readonly Recorded[]): AlarmState {
  const standing = stood
    .filter(({ retired }) => !retired)
    .flatMap(({ episodes }) => episodes)
    .find(({ raisedAt, clearedAt }) => raisedAt < start && (clearedAt ?? Infinity) >= start);
  if (!standing) return NORMAL;
  const { raisedAt, peak } = standing;
  return { phase: 'active', raisedAt, peak: peak.at < start ? peak : { value: null, at: start } };
}

/** Compares a course with the records that it is about. @param start ms where judging again began; null = it went on */
function conclude(
  course: Course,
  { judgedTo, records, treatedAt, awaited = Infinity }: Standing,
  start: number | null,
): Judged {
  const end = course.settledAt ?? Infinity;
  const begin = (start ?? judgedTo) - REOPEN_MS;
  const compared = records.filter((one) => raisedAtOf(one) <= end && (clearedAtOf(one) ?? Infinity) >= begin);
  const stood = compared.filter(({ withdrawn, retired }) => !withdrawn && !retired);
  // Where judging begins again nothing of them lies before it, unless that is too old to be judged.
  const known = knownUpTo(stood, start === null ? judgedTo : start - 1);
  const after = occurrencesOf(course.episodes, known, { reopenMs: REOPEN_MS, treatedAt });
  return {
    changes: changesOf(compared, after, Math.min(judgedTo, awaited - 1)),
    state: course.state,
    dueAt: course.dueAt,
    settled: course.settledAt !== null,
  };
}

/** Whether a record stood at an instant, could be joined by what is raised after it, or could join what was raised before it. */
const reaches = (one: Recorded, at: number): boolean =>
  raisedAtOf(one) - REOPEN_MS <= at && (clearedAtOf(one) ?? Infinity) + REOPEN_MS >= at;
