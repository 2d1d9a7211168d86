import { minutesOf, type PowerMinute } from '#domain/demand/minute.ts';
import { mayThin } from '#domain/fold/thin.ts';
import { type Point, RANK } from '#domain/fold/point.ts';
import type { Segment } from '#domain/ledger/segment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { FoldCell } from '#series/public.ts';
import type { Extent } from './loadInput.ts';
import type { MeterRow } from './meterFacts.ts';

/** The code of active power, of which a minute is kept as sums. */
export const POWER = 'PZ';
/** With fewer rows a minute is kept as it is. */
const FEWEST = 4;

/** What thinning must know of a meter. */
export interface ThinFacts extends Pick<MeterRow, 'life' | 'ratedPower'> {
  /** Nobody took a value out, sent one again, or stated energies: only then readings are all that counts. */
  readonly plain: boolean;
}

export const thinFactsOf = (
  { life, ratedPower, voids, replaced }: MeterRow,
  { span }: Pick<Extent, 'span'>,
): ThinFacts => ({ life, ratedPower, plain: voids.length === 0 && !replaced && span === 0 });

/** What is kept of a minute: indexes of rows, and its power. */
interface Thinned {
  readonly rows: readonly number[];
  readonly power: PowerMinute | undefined;
}

/** The segment of a device with a register that stood over all of a minute. */
const segmentOver = (life: readonly Segment[], from: number): Segment | undefined =>
  life.find((one) => one.kind === 'register' && one.from <= from && one.to >= from + MINUTE_MS);

/**
 * What is needed of a minute to fold what comes after it: of each register the first and the last row, without their power, and its
 * power as sums. Undefined where it must stay as it is.
 * @param rows of the minute that begins at `from` (ms), all of them
 * @param beside whether the minutes on both sides have readings of the code at a place
 */
export function thinMinute(
  from: number,
  rows: readonly FoldCell[],
  { codes, beside }: { readonly codes: readonly string[]; readonly beside: (code: number) => boolean },
  { life, ratedPower }: ThinFacts,
): Thinned | undefined {
  if (rows.length < FEWEST) return undefined;
  const segment = segmentOver(life, from);
  if (!segment) return undefined;
  const inTurn = rows.every(
    ([ts, , rank], i) =>
      Number.isInteger(ts) && rank === RANK.device && (i === 0 || ts > (rows[i - 1]?.[0] ?? 0)),
  );
  if (!inTurn) return undefined;
  const needed = new Set<number>();
  let power: PowerMinute | undefined;
  for (const [n, code] of codes.entries()) {
    const own = rows.flatMap(([ts, source, rank, ...values], i): (Point & { i: number })[] => {
      const value = values[n] ?? null;
      return value === null ? [] : [{ i, ts, at: ts, value, source, rank, flags: 0 }];
    });
    if (code === POWER) [power] = minutesOf(own);
    // Only beside a gap a reading stands for a quarter of an hour further away than its minute.
    else if (own.length > 2 && !(beside(n) && mayThin(own, code, segment, ratedPower))) return undefined;
    else for (const one of [own[0], own.at(-1)]) if (one) needed.add(one.i);
  }
  return { rows: [...needed].toSorted((a, b) => a - b), power };
}
