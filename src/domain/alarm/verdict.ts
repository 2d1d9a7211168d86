/**
 * What a sample says of a condition. `hold` lies inside the dead band: it keeps an active alarm and raises none.
 * `unknown` (no value, or none that counts) never clears an alarm (domain notes 9.1).
 */
export type Verdict = 'raise' | 'hold' | 'clear' | 'unknown';

/** A limit in the unit of the value. */
export interface Limit {
  readonly side: 'above' | 'below';
  readonly limit: number;
  /** How far behind the limit a value must be to count as recovered; 0 or more, in the unit of the value. */
  readonly deadBand: number;
}

/**
 * Judges a value against a limit: above 100 with a dead band of 2 raises from 100 on (exclusive), clears below 98.
 * Without a dead band the limit itself clears.
 */
export function limitVerdict(value: number | null, { side, limit, deadBand }: Limit): Verdict {
  if (value === null || !Number.isFinite(value)) return 'unknown';
  const beyond = side === 'above' ? value - limit : limit - value;
  if (beyond > 0) return 'raise';
  return deadBand === 0 || beyond < -deadBand ? 'clear' : 'hold';
}

/** Judges a truth: of a switch position, an expression, a composition. */
export const truthVerdict = (value: boolean | null): Verdict =>
  value === null ? 'unknown' : value ? 'raise' : 'clear';

/** Whether a value is further beyond a limit than another; what is known is worse than nothing. */
export function isWorse(value: number | null, than: number | null, side: Limit['side'] | null): boolean {
  if (value === null || side === null) return false;
  if (than === null) return true;
  return side === 'above' ? value > than : value < than;
}

/** What a value says against several limits: beyond any it raises, behind all it clears. Without a limit nothing is known. */
export function verdictOf(value: number | null, limits: readonly Limit[]): Verdict {
  const [only] = limits;
  if (!only) return 'unknown';
  if (limits.length === 1) return limitVerdict(value, only);
  const verdicts = limits.map((limit) => limitVerdict(value, limit));
  if (verdicts.includes('raise')) return 'raise';
  if (verdicts.includes('unknown')) return 'unknown';
  return verdicts.includes('hold') ? 'hold' : 'clear';
}

/** The limit that a value is beyond the most; null where it is beyond none. */
export function brokenLimit(value: number | null, limits: readonly Limit[]): number | null {
  if (value === null) return null;
  const broken = limits.filter((limit) => limitVerdict(value, limit) === 'raise');
  const by = ({ side, limit }: Limit): number => (side === 'above' ? value - limit : limit - value);
  return broken.toSorted((a, b) => by(b) - by(a))[0]?.limit ?? null;
}
