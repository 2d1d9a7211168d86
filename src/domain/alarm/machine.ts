import { isWorse, type Limit, type Verdict } from './verdict.ts';

/** The times of a rule version, in milliseconds, and the side on which its peak lies (null: the value has no peak). */
export interface RuleTimes {
  /** How long the condition must hold before an alarm is raised. */
  readonly onDelayMs: number;
  /** How long the value must be back before the alarm is cleared. */
  readonly offDelayMs: number;
  /** How long a sample stands for what follows it: at most three steps of its source. */
  readonly holdMs: number;
  readonly side: Limit['side'] | null;
}

/** A sample of the source, at its data time (ms). */
export interface Sample {
  readonly at: number;
  readonly verdict: Verdict;
  readonly value: number | null;
}

/** The value that lies furthest beyond the limit since the condition began, and when. */
export interface Peak {
  readonly value: number | null;
  readonly at: number;
}

/** The condition of one rule on one object. All times are data time (ms). Only what is not normal needs to be kept. */
export type AlarmState =
  | { readonly phase: 'normal' }
  | { readonly phase: 'pending'; readonly since: number; readonly heardAt: number; readonly peak: Peak }
  | { readonly phase: 'active'; readonly raisedAt: number; readonly peak: Peak }
  | {
      readonly phase: 'clearing';
      readonly raisedAt: number;
      readonly peak: Peak;
      /** From when the off delay runs; null while nothing is known. */
      readonly since: number | null;
      /** How much of the off delay had run before it was interrupted by missing data. */
      readonly spentMs: number;
      readonly heardAt: number;
    };

/** What a step tells. */
export type AlarmEvent =
  | { readonly kind: 'raised'; readonly at: number; readonly peak: Peak }
  | { readonly kind: 'cleared'; readonly at: number; readonly raisedAt: number; readonly peak: Peak };

export interface Step {
  readonly state: AlarmState;
  readonly events: readonly AlarmEvent[];
}

export const NORMAL: AlarmState = { phase: 'normal' };

/** When the state changes by itself if no further sample comes; null where it does not. */
export function dueAt(state: AlarmState, times: RuleTimes): number | null {
  if (state.phase === 'pending') return Math.min(state.since + times.onDelayMs, state.heardAt + times.holdMs);
  if (state.phase === 'clearing' && state.since !== null)
    return Math.min(state.since + times.offDelayMs - state.spentMs, state.heardAt + times.holdMs);
  return null;
}

/**
 * Lets time pass up to an instant (inclusive): delays that end are carried out at their own data time; a sample that
 * is too old drops a pending alarm and stops the off delay of a clearing one.
 */
export function advance(state: AlarmState, to: number, times: RuleTimes): Step {
  if (state.phase === 'pending') {
    const raise = state.since + times.onDelayMs;
    if (raise <= to && raise <= state.heardAt + times.holdMs) {
      const raised: AlarmState = { phase: 'active', raisedAt: raise, peak: state.peak };
      return { state: raised, events: [{ kind: 'raised', at: raise, peak: state.peak }] };
    }
    return { state: state.heardAt + times.holdMs < to ? NORMAL : state, events: [] };
  }
  if (state.phase === 'clearing' && state.since !== null) {
    const clear = state.since + times.offDelayMs - state.spentMs;
    const known = state.heardAt + times.holdMs;
    if (clear <= to && clear <= known) {
      const { raisedAt, peak } = state;
      return { state: NORMAL, events: [{ kind: 'cleared', at: clear, raisedAt, peak }] };
    }
    if (known < to)
      return { state: { ...state, since: null, spentMs: state.spentMs + known - state.since }, events: [] };
  }
  return { state, events: [] };
}

/** Takes a sample after time has passed up to it. */
function take(state: AlarmState, sample: Sample, times: RuleTimes): AlarmState {
  const { at, verdict, value } = sample;
  if (state.phase === 'normal')
    return verdict === 'raise' ? { phase: 'pending', since: at, heardAt: at, peak: { value, at } } : state;
  const peak =
    verdict === 'raise' && isWorse(value, state.peak.value, times.side) ? { value, at } : state.peak;
  if (state.phase === 'pending') return verdict === 'raise' ? { ...state, heardAt: at, peak } : NORMAL;
  const { raisedAt } = state;
  if (verdict === 'raise' || verdict === 'hold') return { phase: 'active', raisedAt, peak };
  if (verdict === 'clear') {
    const spentMs = state.phase === 'clearing' ? state.spentMs : 0;
    const since = state.phase === 'clearing' && state.since !== null ? state.since : at;
    return { phase: 'clearing', raisedAt, peak, since, spentMs, heardAt: at };
  }
  if (state.phase === 'clearing' && state.since !== null)
    return { ...state, since: null, spentMs: state.spentMs + at - state.since };
  return state;
}

/**
 * One step of an alarm: a sample, or the clock alone (`verdict` missing). Samples come in the order of their data
 * time; what comes late is judged anew from the samples (`episodes`). Live, late and replayed data use this one function
 * (alarm states after ISA-18.2; delays and dead band: domain notes 9.1).
 */
export function step(state: AlarmState, input: Sample | { readonly at: number }, times: RuleTimes): Step {
  const passed = advance(state, input.at, times);
  if (!('verdict' in input)) return passed;
  const taken = take(passed.state, input, times);
  // A delay of nothing ends with the sample that begins it.
  const after = advance(taken, input.at, times);
  return { state: after.state, events: [...passed.events, ...after.events] };
}
