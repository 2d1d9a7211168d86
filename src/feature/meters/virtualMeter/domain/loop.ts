/**
 * The loop that would arise if `meter` were the sum of `children`: the ids from the meter down to itself, or null.
 * `partsOf` tells what the other meters are the sum of.
 */
export function loopOf(
  meter: number,
  children: readonly number[],
  partsOf: ReadonlyMap<number, readonly number[]>,
): number[] | null {
  const seen = new Set<number>();
  const down = (id: number, path: readonly number[]): number[] | null => {
    if (id === meter) return [...path, id];
    if (seen.has(id)) return null;
    seen.add(id);
    for (const child of partsOf.get(id) ?? []) {
      const loop = down(child, [...path, id]);
      if (loop) return loop;
    }
    return null;
  };
  for (const child of children) {
    const loop = down(child, [meter]);
    if (loop) return loop;
  }
  return null;
}
