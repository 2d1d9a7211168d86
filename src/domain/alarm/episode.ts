import {
  NORMAL,
  type AlarmEvent,
  type AlarmState,
  type Peak,
  type RuleTimes,
  type Sample,
  step,
} from './machine.ts';

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
function inOrder(samples: readonly Sample[]): Sample[] {
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
  const found: Episode[] = [];
  let state = before;
  if (before.phase === 'active' || before.phase === 'clearing')
    found.push({ raisedAt: before.raisedAt, clearedAt: null, peak: before.peak });
  const tell = (event: AlarmEvent): void => {
    if (event.kind === 'raised') found.push({ raisedAt: event.at, clearedAt: null, peak: event.peak });
    else found[found.length - 1] = { raisedAt: event.raisedAt, clearedAt: event.at, peak: event.peak };
  };
  for (const input of [...inOrder(samples).filter(({ at }) => at <= until), { at: until }]) {
    const next = step(state, input, times);
    next.events.forEach(tell);
    state = next.state;
  }
  if (state.phase === 'active' || state.phase === 'clearing')
    found[found.length - 1] = { raisedAt: state.raisedAt, clearedAt: null, peak: state.peak };
  return { episodes: found, state };
}
