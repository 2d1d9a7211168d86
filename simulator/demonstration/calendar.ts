import { hourText } from '#domain/time/clock.ts';
import { PERIODS } from '../plant/moment.ts';
import type { Desk } from './desk.ts';

const NUMBERS: Readonly<Record<string, number>> = { s: 1, p: 2, f: 3, v: 4 };

/** Enters the time-of-use calendar that the plants plan their heats by. */
export async function enterCalendar(desk: Desk, consumerId: number): Promise<void> {
  const starts = PERIODS.split('').flatMap((letter, hour) => (letter === PERIODS[hour - 1] ? [] : [hour]));
  const segments = starts.map((hour, i) => ({
    begin: hourText(hour),
    end: hourText(starts[i + 1] ?? 24),
    period: NUMBERS[PERIODS[hour] ?? 'f'],
  }));
  await desk.ensure(
    'archive/timezone',
    { consumerId, timezoneName: '大工业分时' },
    { validFrom: '2020-01-01', rules: { rules: [{ segments }] } },
  );
}
