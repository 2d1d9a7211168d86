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

/** A course that is run sample by sample, in the order of their data time. */
export class Runner {
  #state: AlarmState;
  readonly #found: Episode[] = [];

  constructor(before: AlarmState) {
    this.#state = before;
    if (before.phase === 'active' || before.phase === 'clearing')
      this.#found.push({ raisedAt: before.raisedAt, clearedAt: null, peak: before.peak });
  }

  /** What does not raise leaves a normal alarm normal. */
  get isNormal(): boolean {
    return this.#state.phase === 'normal';
  }

  take(sample: TimedSample): void {
    if (this.isNormal && sample.verdict !== 'raise') return;
    const next = step(this.#state, sample, sample.times);
    next.events.forEach((event) => this.#tell(event));
    this.#state = next.state;
  }

  /** Where all that follows was judged before. */
  settle(at: number): Course {
    return { episodes: this.#found, state: this.#state, dueAt: null, settledAt: at };
  }

  /** After the last sample: what silence and the clock say. */
  end(clock: Clock | null): Course {
    const state = this.#state;
    let standing = state;
    const pass = ({ state: next, events }: ReturnType<typeof step>): void => {
      events.forEach((event) => this.#tell(event));
      standing = next;
    };
    if (clock) {
      const { silence } = clock;
      if (silence && silence.at <= clock.at) pass(step(standing, silence, silence.times));
      pass(advance(standing, clock.at, clock.times));
    }
    if (standing.phase === 'active' || standing.phase === 'clearing')
      this.#found[this.#found.length - 1] = {
        raisedAt: standing.raisedAt,
        clearedAt: null,
        peak: standing.peak,
      };
    return { episodes: this.#found, state, dueAt: dueOf(standing, clock), settledAt: null };
  }

  #tell(event: AlarmEvent): void {
    if (event.kind === 'raised') this.#found.push({ raisedAt: event.at, clearedAt: null, peak: event.peak });
    else
      this.#found[this.#found.length - 1] = {
        raisedAt: event.raisedAt,
        clearedAt: event.at,
        peak: event.peak,
      };
  }
}

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
  const runner = new Runner(before);
  for (const sample of samples) {
    runner.take(sample);
    if (runner.isNormal && settled(sample.at)) return runner.settle(sample.at);
  }
  return runner.end(clock);
}

function dueOf(standing: AlarmState, clock: Clock | null): number | null {
  if (!clock) return null;
  const { silence, times, at } = clock;
  if (silence && silence.at > at) return Math.min(silence.at, dueAt(standing, times) ?? Infinity);
  return dueAt(standing, times);
}
