import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { moveBorder, remove, type Segments, setPeriod, split } from './edit.ts';
import { segmentFaults } from './segment.ts';

const DAY: Segments = [{ begin: '00:00', end: '24:00', period: 3 }];

it('whatever is done to the segments, they tile the day', () => {
  const act = fc.record({
    kind: fc.constantFrom('move', 'split', 'split', 'remove', 'period'),
    index: fc.nat(8),
    minutes: fc.integer({ min: -100, max: 1600 }),
    period: fc.constantFrom(...PERIOD_NUMBERS),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      let segments = DAY;
      for (const { kind, index, minutes, period } of acts) {
        if (kind === 'move') segments = moveBorder(segments, index, minutes);
        else if (kind === 'split') segments = split(segments, index, minutes);
        else if (kind === 'remove') segments = remove(segments, index);
        else segments = setPeriod(segments, index, period);
        expect(segmentFaults(segments)).toEqual([]);
      }
    }),
  );
});

it('splits in the middle, moves on the quarter hour, and joins to the one before', () => {
  const halves = split(DAY, 0);
  expect(halves.map((segment) => segment.begin)).toEqual(['00:00', '12:00']);
  const moved = moveBorder(halves, 0, 8 * 60 + 7);
  expect(moved[1]?.begin).toBe('08:00');
  expect(remove(moved, 1)).toEqual(DAY);
  expect(remove(DAY, 0)).toEqual(DAY);
});
