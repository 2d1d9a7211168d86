/** Rankings have so many rows, those without an entry as `--` (specification 3 section 5). */
const TOP_ROWS = 10;

/** A ranking padded with nulls to ten rows. */
export function padTop<T>(entries: readonly T[]): (T | null)[] {
  return Array.from({ length: TOP_ROWS }, (_, i) => entries[i] ?? null);
}
