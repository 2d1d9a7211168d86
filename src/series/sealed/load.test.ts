import { expect, it } from 'vitest';
import { CodeSet } from '#domain/reading/codeSet.ts';
import { encodeBlock } from '#domain/series/block.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { bytesAtHand, MOST_OPEN_BYTES, openBlock } from './load.ts';
import type { BlockName } from './name.ts';

const MONTH = '2025-01-01';
const START = Date.UTC(2025, 0, 1);

/** A database of one block, which every name means. */
function databaseOf(rows: number, columns: number): { readonly db: Queryable; asked: () => number } {
  const bytes = encodeBlock({
    meterId: 1,
    ts: Float64Array.from({ length: rows }, (_, i) => START + i * 1000),
    source: new Int32Array(rows),
    floats: Array.from({ length: columns }, (_, c) => ({ name: `c${c}`, values: new Float64Array(rows).fill(c) })),
    wholes: [],
  }); // prettier-ignore
  let asked = 0;
  const query = () => {
    asked++;
    return Promise.resolve({ rows: [{ bytes: Buffer.from(bytes) }] });
  };
  return { db: { query } as unknown as Queryable, asked: () => asked };
}

const named = (id: string): BlockName => ({ id, meterId: 1, month: MONTH, first: START, last: START, codes: CodeSet.of([]) }); // prettier-ignore

it('opened blocks are at hand by what they take, not by how many they are', async () => {
  const rows = 200_000;
  const large = databaseOf(rows, 8);
  const each = rows * (8 + 4 + 8 * 8);
  const fit = Math.floor(MOST_OPEN_BYTES / each);
  for (let i = 0; i < fit + 3; i++) {
    await openBlock(large.db, named(`large ${i}`));
    expect(bytesAtHand()).toBeLessThanOrEqual(MOST_OPEN_BYTES);
  }
  expect(bytesAtHand()).toBe(fit * each);
  expect(large.asked()).toBe(fit + 3);
  await openBlock(large.db, named(`large ${fit + 2}`));
  expect(large.asked()).toBe(fit + 3);
  await openBlock(large.db, named('large 0'));
  expect(large.asked()).toBe(fit + 4);
  // Small ones beside it are many.
  const small = databaseOf(100, 1);
  for (let i = 0; i < 200; i++) await openBlock(small.db, named(`small ${i}`));
  for (let i = 0; i < 200; i++) await openBlock(small.db, named(`small ${i}`));
  expect(small.asked()).toBe(200);
});

it('a block that is larger than all of it is opened and not kept', async () => {
  const rows = Math.ceil(MOST_OPEN_BYTES / 12) + 1;
  const before = bytesAtHand();
  const huge = databaseOf(rows, 0);
  const { block } = await openBlock(huge.db, named('huge'));
  expect(block.ts.length).toBe(rows);
  expect(bytesAtHand()).toBe(before);
});
