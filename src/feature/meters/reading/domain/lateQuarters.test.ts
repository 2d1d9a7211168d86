import { expect, it } from 'vitest';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { lateDays, LATE_MS, OLDEST_LATE_MS, quartersOf } from './lateQuarters.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const D = Date.UTC(2026, 10, 20);

const batchOf = (list: readonly (readonly [meter: number, at: number])[]) => {
  const builder = new BatchBuilder();
  for (const [meter, at] of list) {
    builder.row(meter, at);
    builder.set(codeIndex('PP'), 1);
  }
  return builder.batch();
};
const told = (batch: ReturnType<typeof batchOf>, known: readonly number[], at: number) =>
  lateDays(batch, new Set(known), at).map((one) => [
    one.meterId,
    quartersOf(one).map((quarter) => (quarter - D) / MINUTE),
  ]);

it('what comes more than a quarter of an hour after its stamp is late, in the quarter that it ends', () => {
  const at = D + 2 * HOUR;
  const batch = batchOf([
    [1, at], [1, at - LATE_MS], [1, at - LATE_MS - 1], [1, D + HOUR], [1, D + HOUR + 1], [2, D], [2, D + MINUTE],
  ]); // prettier-ignore
  expect(told(batch, [], at)).toEqual([[1, [45, 60, 90]], [2, [-15]], [2, [0]]]); // prettier-ignore
});

it('what brought nothing new and what is too old for anybody is not noted', () => {
  const batch = batchOf([[1, D], [1, D + HOUR], [1, D - OLDEST_LATE_MS]]); // prettier-ignore
  expect(told(batch, [0], D + DAY)).toEqual([[1, [45]]]);
  expect(told(batch, [0, 1], D + DAY)).toEqual([]);
});
