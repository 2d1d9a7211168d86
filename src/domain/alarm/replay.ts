import { type Episode, episodes } from './episode.ts';
import { chatters, floodsOf } from './flood.ts';
import type { RuleTimes, Sample } from './machine.ts';
import { type Limit, limitVerdict } from './verdict.ts';

/** A value of the source at its data time (ms); null where it is not known. */
export interface Value {
  readonly at: number;
  readonly value: number | null;
}

/** A draft of a limit rule. */
export interface Draft extends Omit<RuleTimes, 'side'> {
  readonly limit: Limit;
}

/** What a rule would have done over a time that has passed. */
export interface Replay {
  readonly episodes: readonly Episode[];
  /** The hour (ms, its start in UTC) with the most raises, and how many; null where none was raised. */
  readonly worstHour: { readonly at: number; readonly raises: number } | null;
  readonly floodMs: number;
  readonly chattering: boolean;
}

const HOUR_MS = 3_600_000;

/** Runs a draft over values of one object up to an instant (ms), by the very code that judges live. */
export function replay(values: readonly Value[], draft: Draft, until: number): Replay {
  const times: RuleTimes = { ...draft, side: draft.limit.side };
  const samples = values.map(({ at, value }): Sample => ({
    at,
    value,
    verdict: limitVerdict(value, draft.limit),
  }));
  const found = episodes(samples, times, until).episodes;
  const raises = found.map(({ raisedAt }) => raisedAt);
  let floodMs = 0;
  for (const flood of floodsOf(raises)) floodMs += flood.to - flood.from;
  return { episodes: found, worstHour: worstHourOf(raises), floodMs, chattering: chatters(raises) };
}

function worstHourOf(raises: readonly number[]): Replay['worstHour'] {
  const counts = new Map<number, number>();
  for (const at of raises) {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  let worst: Replay['worstHour'] = null;
  for (const [at, count] of counts) if (count > (worst?.raises ?? 0)) worst = { at, raises: count };
  return worst;
}

/** Dead band (unit of the value) and delays (ms) that are tried. */
export interface Setting {
  readonly deadBand: number;
  readonly onDelayMs: number;
  readonly offDelayMs: number;
}

/** What a setting would have raised, and how many of the episodes that matter it would have missed. */
export interface Trial extends Setting {
  readonly raises: number;
  readonly missed: number;
}

/**
 * Tries settings over values and proposes the one that raises least of those that miss no episode that matters: one of
 * the draft that lasts at least `matterMs`. A setting keeps an episode when it is active at some time within it.
 */
export function tune(
  values: readonly Value[],
  draft: Draft,
  until: number,
  settings: readonly Setting[],
  matterMs: number,
): { readonly trials: readonly Trial[]; readonly best: Trial | null } {
  const endOf = (episode: Episode): number => episode.clearedAt ?? until;
  const matter = replay(values, draft, until).episodes.filter((one) => endOf(one) - one.raisedAt >= matterMs);
  const trials = settings.map((setting): Trial => {
    const limit = { ...draft.limit, deadBand: setting.deadBand };
    const found = replay(values, { ...draft, ...setting, limit }, until).episodes;
    const missed = matter.filter(
      (one) => !found.some((other) => other.raisedAt <= endOf(one) && endOf(other) >= one.raisedAt),
    ).length;
    return { ...setting, raises: found.length, missed };
  });
  const best = trials
    .filter(({ missed }) => missed === 0)
    .toSorted((a, b) => a.raises - b.raises || a.onDelayMs - b.onDelayMs || a.deadBand - b.deadBand)[0];
  return { trials, best: best ?? null };
}
