import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manyCodes } from '#test/build/manyCodes.ts';
import { runs } from '#test/runs.ts';
import {
  BatchBuilder,
  collapse,
  joined,
  type ReadingBatch,
  rowsOf,
  sizeOf,
  usedCodes,
  valueOf,
  valuesOf,
} from './batch.ts';

interface Row {
  readonly meter: number;
  readonly ts: number;
  readonly set: readonly (readonly [code: number, value: number])[];
}

const TABLE = manyCodes(120);

const rows = fc.array(
  fc.record({
    meter: fc.integer({ min: 1, max: 4 }),
    ts: fc.integer({ min: 0, max: 6 }),
    set: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: TABLE.entries.length - 1 }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      { maxLength: 12 },
    ),
  }),
  { maxLength: 40 },
);

const built = (given: readonly Row[], room?: number): ReadingBatch => {
  const builder = new BatchBuilder(room, TABLE);
  for (const { meter, ts, set } of given) {
    builder.row(meter, ts);
    for (const [code, value] of set) builder.set(code, value);
  }
  return builder.batch();
};

/** What a row says: of each code the value that came first. */
const said = ({ set }: Row): Map<number, number> => {
  const values = new Map<number, number>();
  for (const [code, value] of set) if (!values.has(code)) values.set(code, value);
  return values;
};

const content = (batch: ReadingBatch): unknown[] =>
  Array.from({ length: batch.n }, (_, i) => [batch.meter[i], batch.ts[i], [...valuesOf(batch, i)]]);

describe('rows of readings side by side', () => {
  test('a row has of each code the first value it was given, whatever the order of the codes', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 5 }), (given, room) => {
        const batch = built(given, room);
        given.forEach((row, i) => {
          const values = said(row);
          expect([...valuesOf(batch, i)]).toEqual([...values].toSorted(([a], [b]) => a - b));
          for (const [code, value] of values) expect(valueOf(batch, i, code)).toBe(value);
          expect(
            valueOf(
              batch,
              i,
              TABLE.entries.findIndex((_, code) => !values.has(code)),
            ),
          ).toBeUndefined();
          expect(sizeOf(batch, i)).toBe(values.size);
        });
        const codes = given.flatMap(({ set }) => set.map(([code]) => code));
        expect(usedCodes(batch)).toEqual([...new Set(codes)].toSorted((a, b) => a - b));
      }),
      runs(100),
    );
  });

  test('a row without values is taken back', () => {
    const builder = new BatchBuilder(1);
    builder.row(1, 10);
    builder.set(3, 7);
    builder.end();
    builder.row(1, 20);
    builder.end();
    builder.row(1, 30);
    builder.set(0, 8);
    builder.end();
    expect(content(builder.batch())).toEqual([
      [1, 10, [[3, 7]]],
      [1, 30, [[0, 8]]],
    ]);
  });

  test('batches joined, and rows taken from one, keep their values', () => {
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const whole = joined([built(first), built(second)]);
        expect(content(whole)).toEqual(content(built([...first, ...second])));
        expect(content(rowsOf(whole, (i) => i % 2 === 0))).toEqual(
          content(whole).filter((_, i) => i % 2 === 0),
        );
      }),
      runs(100),
    );
  });

  test('collapsed: one row for a meter and instant, the first value of each code, the others told', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const { batch, disputes } = collapse(built(given));
        const first = new Map<string, Map<number, number>>();
        const other: unknown[] = [];
        for (const row of given) {
          const key = `${row.meter} ${row.ts}`;
          const kept = first.get(key) ?? new Map<number, number>();
          first.set(key, kept);
          for (const [code, value] of said(row)) {
            if (!kept.has(code)) kept.set(code, value);
            else if (kept.get(code) !== value) other.push({ meter: row.meter, ts: row.ts, code, value });
          }
        }
        expect(batch.n).toBe(first.size);
        for (let i = 0; i < batch.n; i++) {
          const kept = first.get(`${batch.meter[i]} ${batch.ts[i]}`) ?? new Map<number, number>();
          expect([...valuesOf(batch, i)]).toEqual([...kept].toSorted(([a], [b]) => a - b));
        }
        expect(disputes).toHaveLength(other.length);
        expect(disputes).toEqual(expect.arrayContaining(other));
      }),
      runs(100),
    );
  });
});
