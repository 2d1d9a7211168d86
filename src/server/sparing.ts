/** The same line again within this time is counted, not written. */
const WITHIN_MS = 10_000;
/** Lines that are kept in mind. */
const MOST = 500;

/**
 * Lets a line through at most once in ten seconds; the next one says how often it was left out. A database that is away
 * for an hour, asked by hundreds of gateways, would fill the disk with the one sentence.
 * @returns what to write, or undefined
 */
export function openSparing(now: () => number = Date.now): (line: string) => string | undefined {
  const reported = new Map<string, { at: number; left: number }>();
  return (line) => {
    const known = reported.get(line);
    const at = now();
    if (known && at - known.at < WITHIN_MS) {
      known.left++;
      return undefined;
    }
    if (reported.size >= MOST) reported.clear();
    reported.set(line, { at, left: 0 });
    return known && known.left > 0 ? `${line} (and ${known.left} times more since)` : line;
  };
}
