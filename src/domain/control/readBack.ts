/** A position as it was read back; null = the device did not tell it. */
export interface PositionRead {
  /** ms */
  readonly at: number;
  readonly value: number | null;
}

/** What the reads come to: go on reading, or an end. */
export type Verdict = 'wait' | 'agrees' | 'differs' | 'notSteady' | 'notRead';

/** Reads that prove a position lie so far apart at least, ms. */
export const STEADY_MS = 1000;

/** Whether a value that was read is the one that was set. @param tolerance 0 for positions */
const isTarget = (value: number | null, target: number, tolerance: number): boolean =>
  value !== null && Math.abs(value - target) <= tolerance;

/**
 * Judges the reads since the write: two that agree, a second apart, and none between them that does not. Before `until`
 * nothing else is an end: a contact may still be on its way; and a first that agrees is given its second.
 * @param reads in the order of time @param now ms
 */
export function judgeReads(
  reads: readonly PositionRead[],
  {
    target,
    tolerance,
    until,
  }: { readonly target: number; readonly tolerance: number; readonly until: number },
  now: number,
): Verdict {
  let since: number | null = null;
  for (const { at, value } of reads) {
    if (value === null) continue;
    if (!isTarget(value, target, tolerance)) since = null;
    else if (since === null) since = at;
    else if (at - since >= STEADY_MS) return 'agrees';
  }
  if (now < Math.max(until, since === null ? until : since + STEADY_MS)) return 'wait';
  const last = reads.findLast(({ value }) => value !== null);
  if (!last) return 'notRead';
  return isTarget(last.value, target, tolerance) ? 'notSteady' : 'differs';
}

/**
 * Whether the reads prove that an output stands where it stood: two of them a second apart, and none that shows another
 * value. @param before null = it was not known @param reads in the order of time
 */
export function staysAt(reads: readonly PositionRead[], before: number | null, tolerance: number): boolean {
  if (before === null) return false;
  const told = reads.filter(({ value }) => value !== null);
  const [first, last] = [told[0], told.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    last.at - first.at >= STEADY_MS &&
    told.every(({ value }) => isTarget(value, before, tolerance))
  );
}

/**
 * When to read next, ms: a second after the first read that agrees, else soon; null = the end has come.
 * @param reads in the order of time
 */
export function nextReadAt(
  reads: readonly PositionRead[],
  {
    target,
    tolerance,
    until,
  }: { readonly target: number; readonly tolerance: number; readonly until: number },
  now: number,
): number | null {
  if (judgeReads(reads, { target, tolerance, until }, now) !== 'wait') return null;
  const last = reads.at(-1);
  if (!last) return now;
  if (isTarget(last.value, target, tolerance)) return Math.max(last.at + STEADY_MS, now);
  return Math.max(Math.min(last.at + AGAIN_MS, until), now);
}

/** How soon a position that is not the one that was set is read again, ms. */
const AGAIN_MS = 300;
