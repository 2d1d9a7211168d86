import { inOrder, type Sample, sameState, together } from './sample.ts';

/**
 * The course of a point as it is kept: samples that tell another position than the one before are changes, of all
 * others the instant alone is kept, which proves that the position was heard. Nothing of the samples is lost by it.
 */
export interface Course {
  readonly changes: readonly Sample[];
  /** ms, in the order of time. */
  readonly heard: readonly number[];
}

/** The part of a course that new samples touch, with what stands around it. */
export interface Kept extends Course {
  /** The last change before the part; null = none. */
  readonly before: Sample | null;
  /** The first change and the first instant behind the part; null = none. */
  readonly nextChange: Sample | null;
  readonly nextHeard: number | null;
}

/** What becomes of the part, and of the first sample behind it. */
export interface Woven extends Course {
  /** A sample behind the part that is a change now and was none, or the other way round. */
  readonly becomesChange: Sample | null;
  readonly becomesHeard: Sample | null;
  /** Samples that were new; that were there already, equal; that tell another position than the one of their instant. */
  readonly accepted: number;
  readonly duplicate: number;
  readonly conflict: number;
}

/** The course that samples make. @param before what stands before the first of them; null = nothing does */
export function courseOf(samples: Iterable<Sample>, before: Sample | null = null): Course {
  const changes: Sample[] = [];
  const heard: number[] = [];
  let last = before;
  for (const sample of inOrder(samples)) {
    if (last && sameState(last, sample)) heard.push(sample.ts);
    else changes.push((last = sample));
  }
  return { changes, heard };
}

/** The samples of a course, in the order of time. Instants before the first change tell nothing and are left out. */
export function samplesOf({ changes, heard }: Course, before: Sample | null = null): Sample[] {
  const samples: Sample[] = [];
  let last = before;
  let i = 0;
  const upTo = (ts: number): void => {
    for (; i < heard.length && (heard[i] as number) < ts; i++)
      if (last) samples.push({ ...last, ts: heard[i] as number });
  };
  for (const change of changes) {
    upTo(change.ts);
    samples.push((last = change));
  }
  upTo(Infinity);
  return samples;
}

/**
 * Weaves samples into the part of the course in which they lie. The outcome is the course of all samples together,
 * whatever the order and however often they come.
 */
export function weave(kept: Kept, news: readonly Sample[]): Woven {
  const old = samplesOf(kept, kept.before);
  const byInstant = new Map(old.map((sample) => [sample.ts, sample]));
  let [accepted, duplicate, conflict] = [0, 0, 0];
  for (const sample of news) {
    const known = byInstant.get(sample.ts);
    if (!known) accepted++;
    else if (sameState(known, sample)) duplicate++;
    else conflict++;
    byInstant.set(sample.ts, known ? together(known, sample) : sample);
  }
  const course = courseOf(byInstant.values(), kept.before);
  const was = old.at(-1) ?? kept.before;
  const is = course.changes.at(-1) ?? kept.before;
  return { ...course, ...behind(kept, was, is), accepted, duplicate, conflict };
}

/** What becomes of the first sample behind a part whose last position was `was` and now is `is`. */
function behind(
  { nextChange, nextHeard }: Kept,
  was: Sample | null,
  is: Sample | null,
): Pick<Woven, 'becomesChange' | 'becomesHeard'> {
  const nothing = { becomesChange: null, becomesHeard: null };
  if (!is || (was && sameState(was, is))) return nothing;
  if (was && nextHeard !== null && (!nextChange || nextHeard < nextChange.ts))
    return { ...nothing, becomesChange: { ...was, ts: nextHeard } };
  if (nextChange && sameState(nextChange, is)) return { ...nothing, becomesHeard: nextChange };
  return nothing;
}
