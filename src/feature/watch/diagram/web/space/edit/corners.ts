import type { SpacePoint } from '#contract/scene/space.ts';

const NUMBER = '-?\\d{1,4}(?:\\.\\d{1,2})?';
const list = (each: string, least: number, most: number): RegExp =>
  new RegExp(`^\\s*${each}(?:\\s*[;；]\\s*${each}){${least - 1},${most - 1}}\\s*$`);
const GAP = '\\s*[,，\\s]\\s*';

/** Corners of an outline, `x y; x y; …`, and of a pipe, `x y z; …`, m. Lists that are too long for a field are left alone. */
export const CORNERS_2 = list(`${NUMBER}${GAP}${NUMBER}`, 3, 200);
export const CORNERS_3 = list(`${NUMBER}${GAP}${NUMBER}${GAP}${NUMBER}`, 2, 40);

/** Corners as they are typed. */
export const cornersText = (
  points: readonly { readonly x: number; readonly y: number; readonly z?: number }[],
): string => points.map(({ x, y, z }) => [x, y, ...(z === undefined ? [] : [z])].join(' ')).join('; ');

/** Reads what `CORNERS_2` or `CORNERS_3` takes. */
export function readCorners(text: string, isPipe: boolean): (SpacePoint | { x: number; y: number })[] {
  return text.split(/[;；]/).map((one) => {
    const [x = 0, y = 0, z = 0] = one
      .trim()
      .split(/\s*[,，\s]\s*/)
      .map(Number);
    return isPipe ? { x, y, z } : { x, y };
  });
}
