import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTERVAL_CODES } from '#contract/interval.ts';
import { addDays, addMonths } from '#domain/time/date.ts';
import { clampRange, firstBegin, firstRange, fitRange, lastEnd } from './range.ts';

const date = fc
  .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2040, 0, 1) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

describe('ranges of an analysis', () => {
  it('has the caps of the specification', () => {
    expect(lastEnd('115', '2018-07-01')).toBe('2018-07-15');
    expect(lastEnd('201', '2018-07-01')).toBe('2018-07-31');
    expect(lastEnd('201', '2018-01-31')).toBe('2018-02-27');
    expect(lastEnd('301', '2018-01-01')).toBe('2018-12-31');
    expect(lastEnd('501', '2018-01-01')).toBe('2047-12-31');
    expect(lastEnd('601', '2018-01-01')).toBe('2047-12-31');
  });

  it('steps by days and months', () => {
    expect(addDays('2020-02-28', 2)).toBe('2020-03-01');
    expect(addMonths('2020-01-31', 1)).toBe('2020-02-29');
    expect(addMonths('2020-03-31', -13)).toBe('2019-02-28');
    expect(firstRange('501', '2018-12-31')).toEqual({ begin: '2018-01-01', end: '2018-12-31' });
  });

  it('any range becomes one that is in order and not longer than allowed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INTERVAL_CODES), date, date, date, (interval, begin, end, today) => {
        const range = clampRange(interval, { begin, end }, today);
        expect(range.begin <= range.end).toBe(true);
        expect(range.end <= today).toBe(true);
        expect(range.end <= lastEnd(interval, range.begin)).toBe(true);
        expect(clampRange(interval, range, today)).toEqual({ ...range, cut: null });
        // An end that is too late is told, and cut to the last that may be.
        if (begin <= today && end <= today && end > lastEnd(interval, begin))
          expect(range).toMatchObject({ cut: lastEnd(interval, begin), end: lastEnd(interval, begin) });
      }),
    );
  });

  it('shows three days of quarters and hours at first, a month of days', () => {
    expect(firstRange('115', '2024-03-15')).toEqual({ begin: '2024-03-13', end: '2024-03-15' });
    expect(firstRange('201', '2024-03-15')).toEqual({ begin: '2024-03-13', end: '2024-03-15' });
    expect(firstRange('301', '2024-03-15')).toEqual({ begin: '2024-02-14', end: '2024-03-15' });
  });

  it('offers in place of what is cut the longest up to the wanted end, and the next coarser interval', () => {
    const today = '2024-03-15';
    expect(fitRange('115', { begin: '2024-01-01', end: '2024-12-31' }, today, ['115', '301', '201'])).toEqual(
      {
        begin: '2024-01-01',
        end: '2024-01-15',
        left: {
          future: false,
          latest: { begin: '2024-03-01', end: '2024-03-15' },
          coarser: '301',
          wanted: { begin: '2024-01-01', end: '2024-03-15' },
        },
      },
    );
    expect(
      fitRange('201', { begin: '2024-01-01', end: '2024-03-15' }, today, ['201']).left?.coarser,
    ).toBeNull();
    expect(fitRange('301', { begin: '2030-01-01', end: '2030-01-31' }, today, ['301'])).toMatchObject({
      begin: today,
      end: today,
      left: { future: true, latest: null },
    });
  });

  it('whatever is offered can be shown, and is as long as may be', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INTERVAL_CODES), date, date, date, (interval, begin, end, today) => {
        const { left, ...shown } = fitRange(interval, { begin, end }, today, INTERVAL_CODES);
        expect(clampRange(interval, shown, today)).toEqual({ ...shown, cut: null });
        if (!left?.latest) return;
        expect(clampRange(interval, left.latest, today)).toEqual({ ...left.latest, cut: null });
        expect(lastEnd(interval, addDays(firstBegin(interval, left.latest.end), -1)) <= left.latest.end).toBe(
          true,
        );
        if (left.coarser) expect(clampRange(left.coarser, left.wanted, today).cut).toBeNull();
      }),
    );
  });

  it('what is shown at first is allowed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...INTERVAL_CODES), date, (interval, today) => {
        const first = firstRange(interval, today);
        expect(clampRange(interval, first, today)).toEqual({ ...first, cut: null });
      }),
    );
  });
});
