import { FLAG } from '#contract/usageFlag.ts';
import { numberToMicro } from '../decimal/decimal.ts';
import { type CourseFacts, type Excursion, excursionsOf } from './course.ts';
import type { Stand } from './span.ts';

/** An interval between two good stands (or up to the last one) whose stands do not all count. */
export interface Doubt {
  readonly from: number;
  readonly to: number;
  readonly kind: Excursion['kind'];
  readonly known: boolean;
  readonly open: boolean;
  /** The stands that do not count. */
  readonly without: readonly Stand[];
}

/** The stands of a device in the order of time, those among them that do not count, and where these lie. */
export interface Assessed {
  readonly stands: readonly Stand[];
  readonly bad: ReadonlySet<number>;
  readonly doubts: readonly Doubt[];
}

/**
 * Judges the stands of a device. Where a source sent another value again that leaves the course and the one before
 * does not, the one before counts and the conflict is told (domain notes 6.4, rules 1 and 13).
 */
export function judge(stands: readonly Stand[], facts: CourseFacts): Assessed {
  const found = excursionsOf(stands, facts);
  const restored = restore(stands, found);
  const list = restored ?? stands;
  const bad = new Set<number>();
  const doubts = (restored ? excursionsOf(restored, facts) : found).map((one): Doubt => {
    for (let i = one.first; i <= one.last; i++) bad.add(i);
    const { kind, known, open } = one;
    const from = (list[one.first - 1] as Stand).at;
    const to = (list[open ? one.last : one.last + 1] as Stand).at;
    return { from, to, kind, known, open, without: list.slice(one.first, one.last + 1) };
  });
  return { stands: list, bad, doubts };
}

/** The stands with the value that came before where it alone fits; undefined where none does. */
function restore(stands: readonly Stand[], found: readonly Excursion[]): Stand[] | undefined {
  let result: Stand[] | undefined;
  const put = (i: number, low: bigint | undefined, high: bigint | undefined): void => {
    const stand = stands[i] as Stand;
    const fits = stand.point?.earlier
      ?.map(numberToMicro)
      .find((value) => (low === undefined || value >= low) && (high === undefined || value <= high));
    if (fits === undefined) return;
    result ??= [...stands];
    result[i] = { ...stand, register: fits, flags: (stand.flags & ~FLAG.corrected) | FLAG.conflict };
  };
  const inside = new Set<number>();
  for (const { first, last, open } of found) {
    const low = stands[first - 1]?.register;
    const high = open ? undefined : stands[last + 1]?.register;
    for (let i = first; i <= last; i++) {
      inside.add(i);
      put(i, low, high);
    }
  }
  // A fall that is no excursion: the register beside it may have been right before.
  for (let i = 1; i < stands.length; i++) {
    if ((stands[i] as Stand).register >= (stands[i - 1] as Stand).register) continue;
    for (const k of [i - 1, i]) if (!inside.has(k)) put(k, stands[k - 1]?.register, stands[k + 1]?.register);
  }
  return result;
}
