import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INTERVAL_CODES } from '#contract/interval.ts';
import { addDays } from '#domain/time/date.ts';
import { clampRange } from '#domain/time/range.ts';
import { SPAN_NAMES, spanOf, spanRange, spansFor } from './span.ts';

test('spans on days where calendars go wrong', () => {
  expect(spanRange('lastMonth', '2024-03-31')).toEqual({ begin: '2024-02-01', end: '2024-02-29' });
  expect(spanRange('lastMonth', '2026-01-01')).toEqual({ begin: '2025-12-01', end: '2025-12-31' });
  expect(spanRange('lastYear', '2024-02-29')).toEqual({ begin: '2023-01-01', end: '2023-12-31' });
  expect(spanRange('last12Months', '2024-02-29')).toEqual({ begin: '2023-03-01', end: '2024-02-29' });
  // A Sunday ends its week, a Monday begins one.
  expect(spanRange('thisWeek', '2026-03-01')).toEqual({ begin: '2026-02-23', end: '2026-03-01' });
  expect(spanRange('lastWeek', '2026-03-02')).toEqual({ begin: '2026-02-23', end: '2026-03-01' });
  expect(spanRange('last5Years', '2026-06-30')).toEqual({ begin: '2022-01-01', end: '2026-06-30' });
});

test('on any day every span that an interval offers is taken as it is', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n));
  fc.assert(
    fc.property(days, fc.constantFrom(...INTERVAL_CODES), (today, interval) => {
      const offered = spansFor(interval, today);
      expect(offered.length).toBeGreaterThan(0);
      for (const span of offered) {
        const range = spanRange(span, today);
        expect(clampRange(interval, range, today)).toEqual({ ...range, cut: null });
      }
    }),
  );
});

test('nothing but a span is one', () => {
  expect(SPAN_NAMES.map(spanOf)).toEqual(SPAN_NAMES);
  for (const raw of ['', 'toString', 7, null, undefined, ['today']]) expect(spanOf(raw)).toBeNull();
});
