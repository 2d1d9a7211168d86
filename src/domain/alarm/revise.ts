import type { Episode } from './episode.ts';
import { clearedAtOf, type Occurrence, raisedAtOf } from './occurrence.ts';

/** An occurrence that a record holds. */
export interface Recorded extends Occurrence {
  readonly recordId: number;
  /** Data that came later said that it never was. */
  readonly withdrawn: boolean;
  /** It ended because its rule was put out of use: nothing changes it any more. */
  readonly retired: boolean;
}

/**
 * What becomes of records when data were judged: one that was not recorded is raised, one that is no longer there is
 * withdrawn, one that goes on or moved is updated. `revised`: what had been judged before is another now.
 */
export type Change =
  | { readonly kind: 'raise'; readonly after: Occurrence }
  | {
      readonly kind: 'update';
      readonly before: Recorded;
      readonly after: Occurrence;
      readonly revised: boolean;
    }
  | { readonly kind: 'withdraw'; readonly before: Recorded };

const endOf = (one: Occurrence): number => clearedAtOf(one) ?? Number.POSITIVE_INFINITY;
const overlap = (a: Occurrence, b: Occurrence): number =>
  Math.min(endOf(a), endOf(b)) - Math.max(raisedAtOf(a), raisedAtOf(b));

const sameEpisode = (a: Episode, b: Episode | undefined): boolean =>
  a.raisedAt === b?.raisedAt &&
  a.clearedAt === b.clearedAt &&
  a.peak.value === b.peak.value &&
  a.peak.at === b.peak.at;
const same = (a: Occurrence, b: Occurrence): boolean =>
  a.episodes.length === b.episodes.length && a.episodes.every((one, i) => sameEpisode(one, b.episodes[i]));

/**
 * Compares what is recorded of a rule on an object with what was judged now. Each is paired once, in the order of time,
 * with the first of the other side that overlaps it (touching counts), so that an alarm that was only cut in two keeps
 * its record; what a rule that was put out of use ended holds what is over and nothing else holds; what was withdrawn comes
 * back only where nothing else is paired.
 * @param judgedTo ms: up to where it had been judged; what changed before it is a revision.
 */
export function changesOf(
  before: readonly Recorded[],
  after: readonly Occurrence[],
  judgedTo: number,
): Change[] {
  const rank = ({ withdrawn, retired }: Recorded): number => (withdrawn ? 2 : retired ? 1 : 0);
  const left = before.toSorted((a, b) => rank(a) - rank(b) || raisedAtOf(a) - raisedAtOf(b));
  const changes: Change[] = [];
  for (const one of after.toSorted((a, b) => raisedAtOf(a) - raisedAtOf(b))) {
    // What stands is judged by a rule in use: it is told, although a record of it ended while the rule was out of use.
    const stands = clearedAtOf(one) === null;
    const i = left.findIndex((other) => overlap(other, one) >= 0 && !(other.retired && stands));
    const [paired] = i < 0 ? [] : left.splice(i, 1);
    if (!paired) changes.push({ kind: 'raise', after: one });
    else if (!paired.retired && (paired.withdrawn || !same(paired, one)))
      changes.push({ kind: 'update', before: paired, after: one, revised: isRevised(paired, one, judgedTo) });
  }
  const gone = left.filter(({ withdrawn, retired }) => !withdrawn && !retired);
  return [...changes, ...gone.map((one): Change => ({ kind: 'withdraw', before: one }))];
}

/** Whether something differs that had been judged: an edge, or a peak, at or before the instant. */
function isRevised(before: Recorded, after: Occurrence, judgedTo: number): boolean {
  if (before.withdrawn) return true;
  const edges = (one: Occurrence): string =>
    JSON.stringify(
      one.episodes
        .flatMap(({ raisedAt, clearedAt, peak }) => [
          raisedAt <= judgedTo ? raisedAt : null,
          clearedAt !== null && clearedAt <= judgedTo ? clearedAt : null,
          // A peak that a later one has passed is not known any more.
          peak.at <= judgedTo && raisedAt <= judgedTo && clearedAt !== null && clearedAt <= judgedTo
            ? // Not as it lies there: the database keeps its members in another order.
              [peak.value, peak.at]
            : null,
        ])
        .filter((edge) => edge !== null),
    );
  return edges(before) !== edges(after);
}
