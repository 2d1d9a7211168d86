import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneOf } from '../time/zone.ts';
import { settlementMonths } from './settlement.ts';

const at = (text: string): number => Date.parse(text);

describe('settlement months', () => {
  it('are calendar months where they are settled at the start of the first', () => {
    const zone = zoneOf('Asia/Shanghai');
    const range = { from: at('2025-01-31T16:00:00Z'), to: at('2025-03-31T16:00:00Z') };
    expect(settlementMonths(zone, { day: 1, hour: 0 }, range)).toEqual([
      { month: '2025-02', from: range.from, to: at('2025-02-28T16:00:00Z') },
      { month: '2025-03', from: at('2025-02-28T16:00:00Z'), to: range.to },
    ]);
  });
  it('bear the name of the month in which most of them lies', () => {
    const name = (day: number, hour: number): string | undefined =>
      settlementMonths(zoneOf('UTC'), { day, hour }, { from: at('2025-06-28T12:00Z'), to: at('2025-06-28T13:00Z') })[0]?.month; // prettier-ignore
    expect([name(1, 8), name(15, 0), name(16, 0), name(25, 0), name(28, 23)]).toEqual([
      '2025-06',
      '2025-06',
      '2025-07',
      '2025-07',
      '2025-06',
    ]);
  });
  it('follow each other without a gap, by the wall clock, in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe'),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: at('2005-01-01T00:00Z'), max: at('2030-01-01T00:00Z') }),
        fc.integer({ min: 1, max: 500 * 86_400_000 }),
        (name, day, hour, from, length) => {
          const zone = zoneOf(name);
          const to = from + length;
          const months = settlementMonths(zone, { day, hour }, { from, to });
          expect(months[0]?.from).toBeLessThanOrEqual(from);
          expect(months.at(-1)?.to).toBeGreaterThanOrEqual(to);
          expect(new Set(months.map((one) => one.month)).size).toBe(months.length);
          for (const [i, one] of months.entries()) {
            if (i > 0) expect(one.from).toBe(months[i - 1]?.to);
            const local = zone.local(one.from);
            expect(local.day).toBe(day);
            // A clock that skips the hour goes on after it.
            if (local.hour !== hour) expect(zone.lastChange(one.from + 3_600_000)).toBeGreaterThan(one.from - 7_200_000); // prettier-ignore
          }
        },
      ),
    );
  });
});
