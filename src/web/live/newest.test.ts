import { expect, test } from 'vitest';
import { heardAt, withMessage } from './newest.ts';

const message = (ts: number, values: Record<string, number>) => ({ meterId: 1, ts, values });

test('a value is as old as the message that held it, whatever else the meter tells', () => {
  const first = withMessage(undefined, message(0, { PZ: 5, PP: 0 }));
  const second = withMessage(first, message(600_000, { PP: 1 }));
  expect(second).toEqual({ PZ: { value: 5, ts: 0 }, PP: { value: 1, ts: 600_000 } });
  expect(heardAt(second)).toBe(600_000);
  expect(heardAt(undefined)).toBe(-Infinity);
});

test('a message that comes late says only what is not known of a later instant', () => {
  const known = withMessage(undefined, message(2000, { PP: 2 }));
  expect(withMessage(known, message(1000, { PP: 1, PZ: 5 }))).toEqual({
    PP: { value: 2, ts: 2000 },
    PZ: { value: 5, ts: 1000 },
  });
});
