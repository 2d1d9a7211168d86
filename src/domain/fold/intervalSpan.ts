import { FLAG } from '#contract/usageFlag.ts';
import { parseDecimal, ratioToMicro, textToMicro, times } from '../decimal/decimal.ts';
import { type Segment, factorOf, segmentAt } from '../ledger/segment.ts';
import { isAbsurd } from './absurd.ts';
import { boundOf, isPlausible } from './plausible.ts';
import { type Point, RANK } from './point.ts';
import type { Interval, MeterFacts, Span } from './span.ts';

/**
 * Energies of stated spans. What an import or a person states is primary energy; what a device sends under a
 * segment of kind `interval` is multiplied by its factor. Same span: highest rank, then lowest source. What rated
 * power forbids has no energy, unless a person states it.
 */
export function intervalSpans(
  intervals: readonly Interval[],
  { life, ratedPower }: Pick<MeterFacts, 'life' | 'ratedPower'>,
  code: string,
): Span[] {
  const bound = boundOf(code, ratedPower === null ? null : textToMicro(ratedPower));
  const byPlace = intervals.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || b.rank - a.rank || a.source - b.source,
  );
  const spans: Span[] = [];
  for (let i = 0; i < byPlace.length;) {
    const best = byPlace[i] as Interval;
    const segment = best.rank === RANK.device ? segmentAt(life, best.start) : undefined;
    const applied = segment?.kind === 'interval' ? segment : null;
    const { start: from, end: to, rank, source } = best;
    const doubtful = (value: bigint): boolean =>
      isAbsurd(value, to - from) ||
      (bound !== null && rank < RANK.person && !isPlausible(value, to - from, bound));
    let energy: bigint | null = energyOf(best, applied);
    let flags = rank === RANK.person ? FLAG.manual : 0;
    if (best.earlier) {
      // What was stated again and cannot be does not replace what can.
      const before = doubtful(energy)
        ? best.earlier.map((value) => energyOf({ ...best, value }, applied)).find((one) => !doubtful(one))
        : undefined;
      flags |= before === undefined ? FLAG.corrected : FLAG.conflict;
      energy = before ?? energy;
    }
    let next = i + 1;
    for (; next < byPlace.length; next++) {
      const other = byPlace[next] as Interval;
      if (other.start !== best.start || other.end !== best.end) break;
      if (energyOf(other, other.rank === best.rank ? applied : null) === energy) continue;
      flags |= other.rank === best.rank ? FLAG.conflict : FLAG.corrected;
    }
    if (doubtful(energy)) {
      flags |= FLAG.suspect;
      energy = null;
    }
    spans.push({
      from,
      to,
      energy,
      rank,
      source,
      flags,
      origin: { kind: 'interval', interval: best, segment: applied },
    });
    i = next;
  }
  return spans;
}

function energyOf(interval: Interval, segment: Segment | null): bigint {
  const value = parseDecimal(interval.value);
  return ratioToMicro(segment ? times(value, factorOf(segment)) : value);
}

/** Readings of a device that sends energy per step, as intervals that end at their stamp. */
export function stepIntervals(points: readonly Point[], meter: MeterFacts): Interval[] {
  const intervals: Interval[] = [];
  for (const { at, ts, value, source, rank, earlier } of points) {
    if (segmentAt(meter.life, ts)?.kind !== 'interval') continue;
    const sent = { start: at - meter.stepMs, end: at, value: String(value), source, rank };
    intervals.push(earlier ? { ...sent, earlier: earlier.map(String) } : sent);
  }
  return intervals;
}
