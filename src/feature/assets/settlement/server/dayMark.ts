import { createHash } from 'node:crypto';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { metersOf } from './asset.ts';
import { daysOf } from './range.ts';
import type { Read } from './settle.ts';

/** What tells a day of a meter apart from others: also where its sum stays, what moved within it is seen. */
export interface DayMark {
  readonly meterId: number;
  /** Local date. */
  readonly date: string;
  readonly mark: string;
}

const markOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** The quarters of an hour of every meter that a settlement reads, a mark a day. */
export function dayMarks({ site, quartersOf }: Read, range: Range): DayMark[] {
  const days = daysOf(site.zone, range);
  return metersOf(site).flatMap((meterId) => {
    const quarters = quartersOf(meterId).filter(({ ts }) => ts >= range.from && ts < range.to);
    let next = 0;
    return days.map(({ label, to }): DayMark => {
      const first = next;
      while ((quarters[next]?.ts ?? Infinity) < to) next++;
      const told = quarters
        .slice(first, next)
        .map(({ ts, forward, reverse }) => `${ts} ${forward} ${reverse}`);
      return { meterId, date: label, mark: markOf(told.join(';')) };
    });
  });
}

/** The tariff periods of the quarters of an interval, as a mark. */
export function periodMark({ tariff }: Read, { from, to }: Range): string {
  const periods: number[] = [];
  for (let ts = Math.ceil(from / QUARTER_MS) * QUARTER_MS; ts < to; ts += QUARTER_MS)
    periods.push(tariff.at(null, ts).period);
  return markOf(periods.join(''));
}
