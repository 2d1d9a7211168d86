import { QUALITY, type Quality } from './sample.ts';

/** Why a position is not known now: never heard, not heard for three expected intervals, or told so by the device. */
export type Doubt = 'neverHeard' | 'silent' | 'notKnown' | 'contradicting';

/** The newest that is known of a point. */
export interface Newest {
  readonly value: number | null;
  readonly quality: Quality;
  /** ms: when it was last heard. */
  readonly heardAt: number;
}

/** The position at `now`, ms, and why it is not known where it is null. @param hold ms that a sample holds */
export function stateNow(
  newest: Newest | null,
  now: number,
  hold: number,
): { readonly value: number | null; readonly doubt: Doubt | null } {
  if (!newest) return { value: null, doubt: 'neverHeard' };
  if (now - newest.heardAt >= hold) return { value: null, doubt: 'silent' };
  if (newest.quality === QUALITY.notKnown) return { value: null, doubt: 'notKnown' };
  if (newest.quality === QUALITY.contradicting) return { value: null, doubt: 'contradicting' };
  return { value: newest.value, doubt: null };
}
