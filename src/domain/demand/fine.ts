import { textToMicro } from '../decimal/decimal.ts';
import type { Range } from '../fold/reach.ts';
import type { MeterFacts, Span } from '../fold/span.ts';
import { QUARTER_MS } from '../time/duration.ts';
import { isDense, type PowerMinute } from './minute.ts';
import { type DemandFacts, WINDOW_MS } from './window.ts';

/** What demand must know of a meter. */
export const demandFacts = ({ slipMs, ratedPower }: MeterFacts): DemandFacts => ({
  slipMs: slipMs ?? QUARTER_MS,
  ratedPower: ratedPower === null ? null : textToMicro(ratedPower),
});

/**
 * Whether a window in a range (on the grid), or one that reaches into it, may lie elsewhere than on a quarter of an
 * hour: its meter slides, and readings there are finer or stand beside the grid.
 */
export function isFine(
  { slipMs = QUARTER_MS }: MeterFacts,
  main: readonly Span[] | undefined,
  power: readonly PowerMinute[],
  range: Range,
): boolean {
  if (slipMs >= QUARTER_MS) return false;
  const from = range.from - WINDOW_MS;
  const to = range.to + WINDOW_MS;
  const fine = (span: Span): boolean => {
    const length = span.to - span.from;
    const slides = length < WINDOW_MS || (length === WINDOW_MS && span.from % QUARTER_MS !== 0);
    return slides && span.energy !== null && span.from < to && span.to > from;
  };
  return (
    main?.some(fine) === true || isDense(power.filter((minute) => minute.from >= from && minute.from < to))
  );
}
