import type { FigureState } from '#contract/upload.ts';
import { sameNumber } from './protocol.ts';

/** The newest revision of a figure, as it is kept. */
export interface Kept {
  readonly id: number;
  readonly revision: number;
  readonly state: FigureState;
  readonly sentText: string | null;
  readonly priorText: string | null;
  /** The coefficient that went with that. */
  readonly priorRatioText: string | null;
  readonly ratioText: string | null;
  readonly attempts: number;
}

export interface Wanted {
  readonly sentText: string | null;
  readonly ratioText: string | null;
  readonly held: boolean;
}

/** What becomes of a figure in a batch. */
export type Decision =
  /** A first revision, or a further one that takes the place of the one before. */
  | {
      readonly act: 'insert';
      readonly revision: number;
      readonly supersedes: number | null;
      readonly prior: string | null;
    }
  /** It never left: its value is replaced. */
  | { readonly act: 'replace' }
  /** It may have left: it goes on as it is. */
  | { readonly act: 'carry' }
  /** The change is gone again before it left: the revision before holds. */
  | { readonly act: 'withdraw' }
  /** Nothing is to be done. */
  | { readonly act: 'skip' };

const SKIP: Decision = { act: 'skip' };

const sameText = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && sameNumber(a, b));

/**
 * Decides what a batch does with a figure. The same value is never sent twice by choice; what may have reached the
 * platform is settled first. @param again a person asks for what was refused once more
 */
export function decide(kept: Kept | undefined, wanted: Wanted, again: boolean): Decision {
  if (!kept) return { act: 'insert', revision: 1, supersedes: null, prior: null };
  const same =
    kept.sentText !== null &&
    wanted.sentText !== null &&
    sameNumber(kept.sentText, wanted.sentText) &&
    sameText(kept.ratioText, wanted.ratioText);
  const next: Decision = {
    act: 'insert',
    revision: kept.revision + 1,
    supersedes: kept.id,
    prior: kept.sentText,
  };
  switch (kept.state) {
    case 'held':
    case 'waiting':
      if (kept.attempts > 0) return kept.state === 'held' ? next : { act: 'carry' };
      if (
        kept.revision > 1 &&
        kept.priorText !== null &&
        !wanted.held &&
        sameText(kept.priorText, wanted.sentText) &&
        sameText(kept.priorRatioText, wanted.ratioText)
      )
        return { act: 'withdraw' };
      return { act: 'replace' };
    case 'sending':
    case 'unknown':
      return { act: 'carry' };
    // Its successor was cleared before it left.
    case 'superseded':
    case 'acknowledged':
      return same || wanted.held ? SKIP : next;
    case 'refused':
      if (wanted.held) return SKIP;
      if (same) return again ? { act: 'replace' } : SKIP;
      return next;
  }
}

/** A meter's part of a figure, before and after. */
interface PartValue {
  readonly name: string;
  readonly value: string | null;
  readonly unit: string;
}

const MOST_NAMED = 3;

/** Why a figure changed: which meters tell another value now. Null where none does. */
export function causeOf(before: readonly PartValue[], now: readonly PartValue[]): string | null {
  const known = new Map(before.map((part) => [part.name, part]));
  const changed = now.filter((part) => known.get(part.name)?.value !== part.value);
  if (changed.length === 0) return null;
  const told = changed
    .slice(0, MOST_NAMED)
    .map(({ name, value, unit }) =>
      `${name} ${known.get(name)?.value ?? '--'} → ${value ?? '--'} ${unit}`.trim(),
    );
  return told.join('; ') + (changed.length > MOST_NAMED ? ` (+${changed.length - MOST_NAMED})` : '');
}
