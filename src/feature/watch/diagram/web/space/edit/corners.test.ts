import { expect, it } from 'vitest';
import { CORNERS_2, CORNERS_3, cornersText, readCorners } from './corners.ts';

it('corners are read as they are written, with Chinese signs too; what is no list of corners is not taken', () => {
  const outline = [
    { x: -5, y: -4 },
    { x: 5.25, y: -4 },
    { x: 0, y: 4 },
  ];
  expect(readCorners(cornersText(outline), false)).toEqual(outline);
  expect(CORNERS_2.test(cornersText(outline))).toBe(true);
  expect(readCorners('0，0，1；4 0 1', true)).toEqual([
    { x: 0, y: 0, z: 1 },
    { x: 4, y: 0, z: 1 },
  ]);
  expect(CORNERS_3.test('0，0，1；4 0 1')).toBe(true);
  expect(
    ['', '0 0; 1 1', '0 0; a 1; 2 2', '1e5 0; 1 1; 2 2', '0 0 0; 1 1 1; 2 2 2'].map((text) =>
      CORNERS_2.test(text),
    ),
  ).toEqual([false, false, false, false, false]);
});
