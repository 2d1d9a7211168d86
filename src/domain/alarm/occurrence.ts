import type { Episode } from './episode.ts';
import type { Peak } from './machine.ts';
import { isWorse, type Limit } from './verdict.ts';

/** What one record holds: one or more episodes that followed each other closely, in the order of time. */
export interface Occurrence {
  readonly episodes: readonly [Episode, ...Episode[]];
}

/** How episodes are joined. */
export interface Joining {
  /** An alarm that is raised again within this time (ms) after it was cleared is the same one, unless somebody dealt with it. */
  readonly reopenMs: number;
  /** When somebody first dealt with a record of the rule on the object (confirmed it, or set another state), ms. */
  readonly treatedAt: readonly number[];
}

/** One that chatters for hours becomes several records, so that none grows without end. */
const MOST_EPISODES = 100;

/** When an occurrence was first raised (ms). */
export const raisedAtOf = ({ episodes }: Occurrence): number => episodes[0].raisedAt;

/** When it was cleared the last time (ms); null while it stands. */
export const clearedAtOf = ({ episodes }: Occurrence): number | null =>
  (episodes.at(-1) as Episode).clearedAt;

/** Its last episode: the one that stands, where one does. */
export const lastOf = ({ episodes }: Occurrence): Episode => episodes.at(-1) ?? episodes[0];

/** The worst value of an occurrence. */
export function peakOf({ episodes }: Occurrence, side: Limit['side'] | null): Peak {
  let { peak } = episodes[0];
  for (const one of episodes) if (isWorse(one.peak.value, peak.value, side)) peak = one.peak;
  return peak;
}

/**
 * The occurrences that episodes make, in the order of time, after those that are known up to where they begin. An
 * episode that begins when the last known one began is that one, judged further.
 */
export function occurrencesOf(
  episodes: readonly Episode[],
  known: readonly Occurrence[],
  { reopenMs, treatedAt }: Joining,
): Occurrence[] {
  const list = [...known];
  for (const episode of episodes) {
    const last = list.at(-1);
    const before = last?.episodes.at(-1);
    if (last && before?.raisedAt === episode.raisedAt)
      list[list.length - 1] = withEpisodes([...last.episodes.slice(0, -1), episode]);
    else if (last && before && before.clearedAt !== null && isSame(last, before.clearedAt, episode.raisedAt))
      list[list.length - 1] = withEpisodes([...last.episodes, episode]);
    else list.push({ episodes: [episode] });
  }
  return list;

  function isSame(last: Occurrence, clearedAt: number, raisedAt: number): boolean {
    return (
      raisedAt - clearedAt <= reopenMs &&
      last.episodes.length < MOST_EPISODES &&
      !treatedAt.some((at) => at > raisedAtOf(last) && at <= raisedAt)
    );
  }
}

const withEpisodes = (episodes: readonly Episode[]): Occurrence => ({
  episodes: episodes as [Episode, ...Episode[]],
});

/** What was known of occurrences at an instant (ms, inclusive): later raises and clears are left out. */
export function knownUpTo(occurrences: readonly Occurrence[], at: number): Occurrence[] {
  return occurrences.flatMap((one) => {
    const left = one.episodes.filter(({ raisedAt }) => raisedAt <= at);
    if (left.length === 0) return [];
    return [
      withEpisodes(
        left.map((episode) => ({
          ...episode,
          clearedAt: episode.clearedAt !== null && episode.clearedAt <= at ? episode.clearedAt : null,
        })),
      ),
    ];
  });
}
