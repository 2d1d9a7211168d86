/** The most suffixes that are tried to make a name unique (specification 3 section 5). */
const MOST_TRIES = 1000;

/**
 * A name that none has taken, by a suffix: `Pump`, `Pump (2)`, …
 * @throws Error after a thousand tries.
 */
export function uniqueName(name: string, taken: Set<string>): string {
  for (let i = 1; i <= MOST_TRIES; i++) {
    const tried = i === 1 ? name : `${name} (${i})`;
    if (taken.has(tried)) continue;
    taken.add(tried);
    return tried;
  }
  throw new Error(`a thousand nodes are called ${name}`);
}

/** What a whole has beyond its parts; null where a part or the whole is not known. */
export function restOf(whole: bigint | null, parts: readonly (bigint | null)[]): bigint | null {
  if (whole === null || parts.length === 0) return null;
  let rest = whole;
  for (const part of parts) {
    if (part === null) return null;
    rest -= part;
  }
  return rest;
}
