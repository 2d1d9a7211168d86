import type { Episode } from './episode.ts';

/**
 * What becomes of recorded episodes when late or corrected data are judged: `late` was not recorded, `withdrawn` is no
 * longer there, `revised` began, ended or peaked otherwise. Records are kept and say so; no old event wakes anybody.
 */
export type Revision =
  | { readonly kind: 'late'; readonly after: Episode }
  | { readonly kind: 'withdrawn'; readonly before: Episode }
  | { readonly kind: 'revised'; readonly before: Episode; readonly after: Episode };

const endOf = (episode: Episode): number => episode.clearedAt ?? Number.POSITIVE_INFINITY;

const overlap = (a: Episode, b: Episode): number =>
  Math.min(endOf(a), endOf(b)) - Math.max(a.raisedAt, b.raisedAt);

const same = (a: Episode, b: Episode): boolean =>
  a.raisedAt === b.raisedAt &&
  a.clearedAt === b.clearedAt &&
  a.peak.value === b.peak.value &&
  a.peak.at === b.peak.at;

/**
 * Compares the episodes of a rule on an object before and after. Each is paired once, in the order of time, with the
 * first of the other side that overlaps it (touching counts), so that an alarm that was only cut in two keeps its record.
 */
export function revisions(before: readonly Episode[], after: readonly Episode[]): Revision[] {
  const byTime = (a: Episode, b: Episode): number => a.raisedAt - b.raisedAt;
  const left = before.toSorted(byTime);
  const result: Revision[] = [];
  for (const episode of after.toSorted(byTime)) {
    const i = left.findIndex((one) => overlap(one, episode) >= 0);
    if (i < 0) {
      result.push({ kind: 'late', after: episode });
      continue;
    }
    const [paired] = left.splice(i, 1);
    if (paired && !same(paired, episode)) result.push({ kind: 'revised', before: paired, after: episode });
  }
  return [...result, ...left.map((one): Revision => ({ kind: 'withdrawn', before: one }))];
}
