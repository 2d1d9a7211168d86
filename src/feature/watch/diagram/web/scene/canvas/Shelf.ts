import { type Box, meets } from '#domain/scene/geometry.ts';

/** Side of a square of the sheet, px. */
const SIDE = 240;
/** What reaches into more squares is looked at wherever somebody looks. */
const MOST_SQUARES = 1000;

/** Something that lies on the sheet. */
export interface Lying {
  readonly box: Box;
  /** What has more lies above. */
  readonly rank: number;
}

/** What lies where: squares of the sheet and what reaches into each. */
export class Shelf<T extends Lying> {
  readonly #all = new Set<T>();
  readonly #large = new Set<T>();
  readonly #squares = new Map<string, Set<T>>();

  add(one: T): void {
    this.#all.add(one);
    const keys = squaresOf(one.box);
    if (!keys) this.#large.add(one);
    for (const key of keys ?? []) {
      const there = this.#squares.get(key);
      if (there) there.add(one);
      else this.#squares.set(key, new Set([one]));
    }
  }

  remove(one: T): void {
    this.#all.delete(one);
    this.#large.delete(one);
    for (const key of squaresOf(one.box) ?? []) this.#squares.get(key)?.delete(one);
  }

  /** What reaches into a box, from the lowest. */
  in(box: Box): T[] {
    const keys = squaresOf(box);
    const near = keys
      ? new Set([...this.#large, ...keys.flatMap((key) => [...(this.#squares.get(key) ?? [])])])
      : this.#all;
    return [...near].filter((one) => meets(one.box, box)).sort((a, b) => a.rank - b.rank);
  }
}

/** The squares into which a box reaches; null = too many. */
function squaresOf({ x, y, w, h }: Box): string[] | null {
  const [left, up] = [Math.floor(x / SIDE), Math.floor(y / SIDE)];
  const [right, down] = [Math.floor((x + w) / SIDE), Math.floor((y + h) / SIDE)];
  if ((right - left + 1) * (down - up + 1) > MOST_SQUARES) return null;
  const keys: string[] = [];
  for (let i = left; i <= right; i++) for (let j = up; j <= down; j++) keys.push(`${i} ${j}`);
  return keys;
}
