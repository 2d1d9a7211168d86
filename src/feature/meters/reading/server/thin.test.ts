import { describe, expect, it } from 'vitest';
import { PLAIN_SEGMENT } from '#domain/ledger/segment.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { FoldCell } from '#series/public.ts';
import type { ThinFacts } from './thin.ts';
import { KeptColumns } from './keptColumns.ts';

const FACTS: ThinFacts = { life: [PLAIN_SEGMENT], ratedPower: null, plain: true };
const T = 1_700_000_040_000;
const SECOND_MS = 1000;
const MINUTES = 30;
const N = (MINUTES * MINUTE_MS) / SECOND_MS;

/** Half an hour of seconds: the register at half a unit a second, and power. */
const seconds = (
  change: (i: number, row: [number, number, number, number, number]) => void = () => {},
): FoldCell[] =>
  Array.from({ length: N }, (_, i) => {
    const row: [number, number, number, number, number] = [
      T + i * SECOND_MS,
      0,
      1,
      1000 + i / 2,
      5 + (i % 7),
    ];
    change(i, row);
    return row;
  });

function thinned(rows: readonly FoldCell[], facts: ThinFacts = FACTS): KeptColumns {
  const columns = new KeptColumns('PP,PZ', 2, T, T + N * SECOND_MS, rows);
  columns.thin(facts);
  return columns;
}

/** Minutes that are looked at; the first stays whole, as nothing is known of what came before it. */
const LOOKED = MINUTES - 6;
/** Minutes that stayed whole, of those that are looked at. */
const wholeOf = (columns: KeptColumns): number => LOOKED - columns.minutes(T, T + MINUTES * MINUTE_MS).length;

describe('minutes of seconds', () => {
  it('are their first and last registers and the sums of their power, but for the newest', () => {
    const columns = thinned(seconds());
    expect(columns.rows).toBe((LOOKED - 1) * 2 + (MINUTES - LOOKED + 1) * 60);
    const [second] = columns.minutes(T, T + 2 * MINUTE_MS);
    const powers = Array.from({ length: 60 }, (_, i) => 5 + ((60 + i) % 7));
    expect(second).toEqual({
      from: T + MINUTE_MS,
      first: T + MINUTE_MS,
      last: T + 119_000,
      n: 60,
      sum: BigInt(powers.reduce((sum, one) => sum + one, 0)) * 1_000_000n,
      max: 11_000_000n,
      maxAt: T + 62_000,
      min: 5_000_000n,
      minAt: T + 63_000,
      flags: 0,
      bad: false,
    });
    expect(
      columns
        .between(T + MINUTE_MS, T + 3 * MINUTE_MS)
        .map(([ts, , , ...values]) => [(ts - T) / 1000, ...values]),
    ).toEqual([
      [60, 1030, null],
      [119, 1059.5, null],
      [120, 1060, null],
      [179, 1089.5, null],
    ]);
  });

  it.each([
    ['a register that falls', (i: number, row: number[]) => void (i === 200 && (row[3] = 3))],
    ['two readings of one instant', (i: number, row: number[]) => void (i === 200 && (row[0] = T + 199_000))],
    [
      'a stamp between two milliseconds',
      (i: number, row: number[]) => void (i === 200 && (row[0] = T + 200_000.5)),
    ],
    [
      'a rise beyond all measure',
      (i: number, row: number[]) => void (i >= 200 && (row[3] = (row[3] ?? 0) + 9e6)),
    ],
  ])('stay as they are with %s, and so do no others', (_, change) => {
    expect(wholeOf(thinned(seconds(change)))).toBe(2);
  });

  it('stay as they are beside values of another rank, and where anything else counts than readings', () => {
    expect(wholeOf(thinned(seconds((i, row) => void (i === 1700 && (row[2] = 2)))))).toBe(LOOKED);
    expect(wholeOf(thinned(seconds(), { ...FACTS, plain: false }))).toBe(LOOKED);
    const interval = { ...PLAIN_SEGMENT, kind: 'interval' as const };
    expect(wholeOf(thinned(seconds(), { ...FACTS, life: [interval] }))).toBe(LOOKED);
  });

  it('stay as they are where each second is doubted, and where only all of them together are', () => {
    // Half a unit a second are 1,800 kW.
    expect(wholeOf(thinned(seconds(), { ...FACTS, ratedPower: '1600' }))).toBe(1);
    // The last digit makes room for each second, not for the minute.
    expect(wholeOf(thinned(seconds(), { ...FACTS, ratedPower: '1400' }))).toBe(LOOKED);
    expect(wholeOf(thinned(seconds(), { ...FACTS, ratedPower: '1' }))).toBe(LOOKED);
  });

  it('stay as they are around a change of the device', () => {
    const at = T + 90_000;
    const life = [
      { ...PLAIN_SEGMENT, to: at },
      { ...PLAIN_SEGMENT, from: at },
    ];
    expect(wholeOf(thinned(seconds(), { ...FACTS, life }))).toBe(2);
  });

  it('stay as they are beside a gap, where a reading may stand for a quarter of an hour far from it', () => {
    const rows = seconds().filter(([ts]) => ts < T + 10 * MINUTE_MS || ts >= T + 13 * MINUTE_MS);
    // Three have nothing that could be thinned.
    expect(wholeOf(thinned(rows))).toBe(1 + 3 + 2);
  });

  it('that are thinned go whole when one of their readings changes, or they begin before what is kept', () => {
    const columns = thinned(seconds());
    columns.endAt(T + 5 * MINUTE_MS + 30_000);
    // A reading may stand for a quarter of an hour two minutes away.
    expect(columns.to).toBe(T + 3 * MINUTE_MS);
    columns.beginAt(T + MINUTE_MS + 30_000);
    expect(columns.minutes(0, Infinity).map(({ from }) => (from - T) / MINUTE_MS)).toEqual([2]);
    columns.add(seconds().slice(180), T + N * SECOND_MS);
    columns.thin(FACTS);
    expect(columns.minutes(0, Infinity)).toHaveLength(LOOKED - 2);
  });

  it('are looked at once', () => {
    const columns = thinned(seconds());
    const rows = columns.between(T, Infinity);
    columns.thin(FACTS);
    expect(columns.between(T, Infinity)).toEqual(rows);
  });
});
