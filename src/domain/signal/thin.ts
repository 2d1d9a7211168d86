/**
 * Which of the instants at which a position was heard again still prove something: the first and the last of them, and
 * each without which its neighbours would lie further apart than is expected. What is kept says the same of the course.
 * @param changes and @param heard ms, rising @param expectedMs null = the point is told on change only: none is needed
 */
export function neededInstants(
  changes: readonly number[],
  heard: readonly number[],
  expectedMs: number | null,
): number[] {
  if (expectedMs === null) return [];
  const needed: number[] = [];
  let before = -Infinity;
  let c = 0;
  for (const [i, ts] of heard.entries()) {
    for (; c < changes.length && (changes[c] as number) <= ts; c++)
      before = Math.max(before, changes[c] as number);
    const next = Math.min(heard[i + 1] ?? Infinity, changes[c] ?? Infinity);
    if (next - before <= expectedMs) continue;
    needed.push(ts);
    before = ts;
  }
  return needed;
}
