import type { Episode } from './episode.ts';
import {
  type AlarmEvent,
  type AlarmState,
  advance,
  dueAt,
  type RuleTimes,
  type Sample,
  step,
} from './machine.ts';

/** A sample with the times of the rule version that holds at its instant. */
export interface TimedSample extends Sample {
  readonly times: RuleTimes;
}

/** What is judged after the last sample: the clock of the object (ms), and what silence itself says, if it says anything. */
export interface Clock {
  readonly at: number;
  readonly times: RuleTimes;
  readonly silence?: TimedSample | null;
}

/** What samples and the clock say of a rule on an object. */
export interface Course {
  readonly episodes: readonly Episode[];
  /** After the last sample, from which judging goes on when the next comes. */
  readonly state: AlarmState;
  /** When the clock alone changes something next (ms); null where it does not. */
  readonly dueAt: number | null;
  /** The instant (ms) from which on all is as it was judged before; null = judged to the end. */
  readonly settledAt: number | null;
}

const never = (): boolean => false;

/**
 * Runs samples, in the order of their data time, and then the clock through the machine. Where the state is normal and
 * `settled` says that it was so before, the rest has been judged and is left alone.
 */
export function courseOf(
  before: AlarmState,
  samples: readonly TimedSample[],
  clock: Clock | null,
  settled: (at: number) => boolean = never,
): Course {
  const found: Episode[] = [];
  let state = before;
  if (before.phase === 'active' || before.phase === 'clearing')
    found.push({ raisedAt: before.raisedAt, clearedAt: null, peak: before.peak });
  const tell = (event: AlarmEvent): void => {
    if (event.kind === 'raised') found.push({ raisedAt: event.at, clearedAt: null, peak: event.peak });
    else found[found.length - 1] = { raisedAt: event.raisedAt, clearedAt: event.at, peak: event.peak };
  };
  for (const sample of samples) {
    // What does not raise leaves a normal alarm normal.
    if (state.phase !== 'normal' || sample.verdict === 'raise') {
      const next = step(state, sample, sample.times);
      next.events.forEach(tell);
      state = next.state;
    }
    if (state.phase === 'normal' && settled(sample.at))
      return { episodes: found, state, dueAt: null, settledAt: sample.at };
  }
  let standing = state;
  if (clock) {
    const { silence } = clock;
    if (silence && silence.at <= clock.at) {
      const next = step(standing, silence, silence.times);
      next.events.forEach(tell);
      standing = next.state;
    }
    const next = advance(standing, clock.at, clock.times);
    next.events.forEach(tell);
    standing = next.state;
  }
  if (standing.phase === 'active' || standing.phase === 'clearing')
    found[found.length - 1] = { raisedAt: standing.raisedAt, clearedAt: null, peak: standing.peak };
  return { episodes: found, state, dueAt: dueOf(standing, clock), settledAt: null };
}

function dueOf(standing: AlarmState, clock: Clock | null): number | null {
  if (!clock) return null;
  const { silence, times, at } = clock;
  if (silence && silence.at > at) return Math.min(silence.at, dueAt(standing, times) ?? Infinity);
  return dueAt(standing, times);
}
