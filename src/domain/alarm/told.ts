import type { Episode } from './episode.ts';
import type { Occurrence } from './occurrence.ts';
import type { Recorded } from './revise.ts';

/** What people know of a record. */
export interface KnownRecord extends Recorded {
  /** How many of its raises they were told of. */
  readonly told: number;
  /** When somebody first dealt with it (ms); null = nobody did. */
  readonly treatedAt: number | null;
}

/** The episodes of a record that people know: those they were told of, all of one that somebody dealt with. */
const knownOf = ({ episodes, told, treatedAt, retired }: KnownRecord): readonly Episode[] =>
  // What stands after its rule was out of use is told although it stood before.
  retired ? [] : treatedAt === null ? episodes.slice(0, told) : episodes;

/** Whether an episode is one that was known up to an instant (ms), or a piece of it. */
const isPieceOf = (one: Episode, known: Episode, judgedTo: number): boolean =>
  one.raisedAt === known.raisedAt ||
  ((known.clearedAt === null ? one.raisedAt <= judgedTo : one.raisedAt < known.clearedAt) &&
    (one.clearedAt ?? Infinity) > known.raisedAt);

/**
 * How many raises of an occurrence people know of already, as they were told of the alarm that it was before late data cut it,
 * moved it or made two of it one.
 * @param records of the same rule on the same object, as they were before
 * @param judgedTo ms: up to where it had been judged
 */
export const knownRaises = (
  { episodes }: Occurrence,
  records: readonly KnownRecord[],
  judgedTo: number,
): number => {
  const known = records.flatMap(knownOf);
  return episodes.findLastIndex((one) => known.some((other) => isPieceOf(one, other, judgedTo))) + 1;
};

/** The record that somebody dealt with of which an occurrence is a piece; undefined = of none. */
export const treatedWhole = (
  { episodes }: Occurrence,
  records: readonly KnownRecord[],
  judgedTo: number,
): KnownRecord | undefined =>
  records.find(
    (record) =>
      record.treatedAt !== null &&
      knownOf(record).some((other) => episodes.some((one) => isPieceOf(one, other, judgedTo))),
  );
