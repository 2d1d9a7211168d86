import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SLOTS, ZERO_POINTS } from '#contract/plan.ts';
import {
  addPower,
  copyText,
  draftOf,
  moveEdge,
  pasteText,
  redo,
  runAround,
  setPower,
  step,
  undo,
} from './edit.ts';

const BOUNDS = { begun: 4, end: SLOTS, most: 100 };
const FREE = { begun: 0, end: SLOTS, most: 100 };
const curve = (from: number, to: number, kw: number): number[] => [...ZERO_POINTS].fill(kw, from, to);

it('slots that have begun stay, and powers keep within the bounds', () => {
  const points = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: SLOTS, maxLength: SLOTS });
  const slot = fc.integer({ min: 0, max: SLOTS });
  fc.assert(
    fc.property(points, slot, slot, fc.integer({ min: -900, max: 900 }), (before, a, b, kw) => {
      const chosen = { from: Math.min(a, b, SLOTS - 1), to: Math.max(a, b, 1) };
      const all = [
        setPower(before, chosen, kw, BOUNDS),
        addPower(before, chosen, kw, BOUNDS),
        moveEdge(before, chosen, 'from', a, BOUNDS).points,
        moveEdge(before, chosen, 'to', b, BOUNDS).points,
        pasteText(before, chosen, `${kw}\n${-kw}`, BOUNDS)?.points ?? before,
      ];
      for (const after of all) {
        expect(after).toHaveLength(SLOTS);
        expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
        expect(after.every((one) => Math.abs(one) <= 100)).toBe(true);
      }
    }),
  );
});

it('slots that the day does not have stay', () => {
  const short = { ...FREE, end: 92 };
  expect(setPower(ZERO_POINTS, { from: 88, to: 96 }, 10, short)).toEqual(curve(88, 92, 10));
  expect(moveEdge(curve(88, 90, 10), { from: 88, to: 90 }, 'to', 96, short)).toEqual({
    points: curve(88, 92, 10),
    chosen: { from: 88, to: 92 },
  });
  expect(pasteText(ZERO_POINTS, { from: 90, to: 91 }, '1\n2\n3', short)).toBeNull();
});

it('an edge takes slots in with its power, and lets them go to 0', () => {
  const wider = moveEdge(curve(10, 14, 50), { from: 10, to: 14 }, 'to', 16.4, FREE);
  expect(wider).toEqual({ points: curve(10, 16, 50), chosen: { from: 10, to: 16 } });
  const narrower = moveEdge(wider.points, wider.chosen, 'from', 12, FREE);
  expect(narrower).toEqual({ points: curve(12, 16, 50), chosen: { from: 12, to: 16 } });
  expect(moveEdge(narrower.points, narrower.chosen, 'from', 99, FREE).chosen).toEqual({ from: 15, to: 16 });
});

it('a press chooses the whole run, and a still slot alone', () => {
  expect(runAround(curve(10, 14, 50), 12)).toEqual({ from: 10, to: 14 });
  expect(runAround(curve(10, 14, 50), 20)).toEqual({ from: 20, to: 21 });
  expect(runAround(curve(0, SLOTS, 5), 7)).toEqual({ from: 0, to: SLOTS });
});

it('powers are copied and pasted as a column of a spreadsheet', () => {
  const points = curve(8, 12, -80.5);
  const text = copyText(points, { from: 8, to: 12 });
  expect(text).toBe('-80.5\n-80.5\n-80.5\n-80.5');
  const pasted = pasteText(ZERO_POINTS, { from: 20, to: 21 }, `${text}\n`, FREE);
  expect(pasted).toEqual({ points: curve(20, 24, -80.5), chosen: { from: 20, to: 24 } });
  expect(pasteText(ZERO_POINTS, { from: 0, to: 1 }, '1,000\t２０', { ...FREE, most: 5000 })?.points.slice(0, 2)).toEqual([1000, 20]); // prettier-ignore
  for (const bad of ['', 'x', '1\n\n2', '1\nNaN', Array(97).fill('1').join('\n')])
    expect(pasteText(ZERO_POINTS, { from: 0, to: 1 }, bad, FREE)).toBeNull();
});

it('every step is undone and done again, a drag at once', () => {
  const first = step(draftOf(ZERO_POINTS), curve(0, 4, 10));
  const dragged = step(step(first, curve(0, 4, 20)), curve(0, 4, 30), true);
  expect(dragged.past).toHaveLength(2);
  expect(undo(dragged).points).toEqual(curve(0, 4, 10));
  expect(redo(undo(dragged)).points).toEqual(curve(0, 4, 30));
  expect(undo(undo(undo(dragged))).points).toEqual(ZERO_POINTS);
  expect(step(dragged, curve(0, 4, 30))).toBe(dragged);
  expect(redo(dragged)).toBe(dragged);
});
