import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { settle, storeIntervals, storeReadings } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { midnight } from './billed.ts';

/** Ten thousandths of a kWh of a day, and of each quarter of an hour of it: no other figure of a test looks like them. */
const DAY = 7_323_936;
const QUARTER = DAY / 96;
/** Days of the examples of calls: whole months, and the days up to now. */
const MONTHS = ['2024-01', '2024-02', '2024-03', '2026-01'] as const;
const LATELY = 3;

const daysOf = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
const lengths = MONTHS.map(daysOf);
/** A figure as calls tell it, with or without its last digits. */
const pattern = (tenThousandths: number): string => {
  const [whole, part = ''] = (tenThousandths / 10_000).toFixed(4).split('.');
  return `${whole}\\.${part.slice(0, 2)}`;
};
// A day, the months, the first quarter of a year, and what the last days come to.
const sums = [1, 2, LATELY, ...lengths, lengths.slice(0, 2).reduce((a, b) => a + b, 0), lengths.slice(0, 3).reduce((a, b) => a + b, 0)]; // prettier-ignore

/** What gives a figure of the meter away: a quarter of an hour as energy or power, a day, a month, several months. */
export const TELLTALE = new RegExp(
  `(?<![\\d.])(?:${[...new Set(sums.map((n) => pattern(n * DAY)))].join('|')}|7\\.6291|30\\.5164)`,
);

/**
 * Gives a meter figures by which it is known wherever they are shown: the same energy and power on every day of the
 * months that calls have as their examples, and of the last days.
 */
export async function storeTelltale(db: Db, meterId: number): Promise<void> {
  const today = Math.floor((Date.now() + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS;
  const days = [
    ...MONTHS.flatMap((month, i) => Array.from({ length: lengths[i] ?? 0 }, (_, n) => midnight(`${month}-01`) + n * DAY_MS)),
    ...Array.from({ length: LATELY }, (_, n) => today - (n + 1) * DAY_MS),
  ];
  await storeIntervals(
    db,
    days.map((start) => ({ meterId, start, end: start + DAY_MS, code: 'PP' as const, value: (DAY / 10_000).toFixed(4) })),
  );
  const builder = new BatchBuilder(days.length);
  for (const start of days) {
    builder.row(meterId, start + DAY_MS / 2);
    builder.set(codeIndex('PZ'), (QUARTER * 4) / 10_000);
  }
  await storeReadings(db, builder.batch());
  await settle(db, meterId);
} // prettier-ignore
