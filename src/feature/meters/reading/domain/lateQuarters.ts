import type { ReadingBatch } from '#domain/reading/batch.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';

/** What comes longer after its stamp is late: no alarm of it could have told anybody in time (decision 159). */
export const LATE_MS = 15 * MINUTE_MS;
/** Older than this nobody acts on them: they are not noted. */
export const OLDEST_LATE_MS = 92 * DAY_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS = 96;

/** The quarters of an hour of a day (UTC) of a meter in which values came late. */
export interface LateDay {
  readonly meterId: number;
  /** ms, its begin. */
  readonly day: number;
  /** A 1 for each such quarter, of 96. */
  readonly quarters: string;
}

/**
 * Where the values of a delivery came late, by meter and day. A value belongs to the quarter that it ends, as its energy does.
 * @param known rows that brought nothing new
 */
export function lateDays(batch: ReadingBatch, known: ReadonlySet<number>, arrivedAt: number): LateDay[] {
  const days = new Map<string, { meterId: number; day: number; quarters: Set<number> }>();
  for (let i = 0; i < batch.n; i++) {
    const age = arrivedAt - (batch.ts[i] as number);
    if (age <= LATE_MS || age > OLDEST_LATE_MS || known.has(i)) continue;
    const at = (batch.ts[i] as number) - 1;
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const meterId = batch.meter[i] as number;
    const key = `${meterId} ${day}`;
    const one = days.get(key) ?? { meterId, day, quarters: new Set() };
    one.quarters.add(Math.floor((at - day) / QUARTER_MS));
    days.set(key, one);
  }
  return [...days.values()].map(({ meterId, day, quarters }) => ({
    meterId,
    day,
    quarters: Array.from({ length: QUARTERS }, (_, q) => (quarters.has(q) ? '1' : '0')).join(''),
  }));
}

/** Where those quarters begin, ms. */
export const quartersOf = ({ day, quarters }: Omit<LateDay, 'meterId'>): number[] =>
  quarters.split('').flatMap((bit, q) => (bit === '1' ? [day + q * QUARTER_MS] : []));
