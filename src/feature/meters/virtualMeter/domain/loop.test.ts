import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loopOf } from './loop.ts';

it('a loop is named from the meter down to itself', () => {
  const parts = new Map([
    [2, [3, 4]],
    [4, [1]],
  ]);
  expect(loopOf(1, [2], parts)).toEqual([1, 2, 4, 1]);
  expect(loopOf(1, [1], parts)).toEqual([1, 1]);
  expect(loopOf(1, [3], parts)).toBeNull();
});

it('definitions that are let through one after another never make a loop', () => {
  const id = fc.integer({ min: 1, max: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.uniqueArray(id, { maxLength: 3 })), { maxLength: 30 }), (edits) => {
      const parts = new Map<number, readonly number[]>();
      for (const [meter, children] of edits) {
        const loop = loopOf(meter, children, parts);
        if (loop === null) parts.set(meter, children);
        else {
          expect([loop[0], loop.at(-1)]).toEqual([meter, meter]);
          const edge = (a: number, b: number): boolean =>
            (a === meter ? children : (parts.get(a) ?? [])).includes(b);
          expect(loop.slice(1).every((to, i) => edge(loop[i] ?? 0, to))).toBe(true);
        }
      }
      // Every meter can be taken away once all that it is the sum of are gone.
      for (let left = parts.size; left > 0;) {
        for (const [meter, children] of parts)
          if (children.every((child) => !parts.has(child))) parts.delete(meter);
        expect(parts.size).toBeLessThan(left);
        left = parts.size;
      }
    }),
  );
});
