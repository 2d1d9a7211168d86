import { courseOf } from './course.ts';
import { type AlarmState, NORMAL, type Peak, type RuleTimes, type Sample, advance } from './machine.ts';

/** From raise to clear, in data time (ms); `clearedAt` is null while the alarm stands. */
export interface Episode {
  readonly raisedAt: number;
  readonly clearedAt: number | null;
  readonly peak: Peak;
}

/** What samples say: the episodes, and the state at the end, from which live judging goes on. */
export interface Judgement {
  readonly episodes: readonly Episode[];
  readonly state: AlarmState;
}

/** Samples in the order of their data time; of several at one instant the last that came stands. */
function inOrder(samples: readonly Sample[]): readonly Sample[] {
  if (samples.every(({ at }, i) => i === 0 || at > (samples[i - 1] as Sample).at)) return samples;
  const byTime = new Map(samples.map((sample) => [sample.at, sample]));
  return [...byTime.values()].toSorted((a, b) => a.at - b.at);
}

/**
 * The episodes that samples up to an instant (ms, inclusive) make, from a state before the first of them. The order of
 * the samples and repeated ones change nothing.
 */
export function episodes(
  samples: readonly Sample[],
  times: RuleTimes,
  until: number,
  before: AlarmState = NORMAL,
): Judgement {
  const timed = inOrder(samples).flatMap((one) => (one.at <= until ? [{ ...one, times }] : []));
  const { episodes: found, state } = courseOf(before, timed, { at: until, times });
  return { episodes: found, state: advance(state, until, times).state };
}
