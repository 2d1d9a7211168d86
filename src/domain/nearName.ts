/** What is known of a name that a call reads. */
export interface KnownName {
  readonly name: string;
  /** The call is refused without it. */
  readonly required: boolean;
}

/** Shorter names are close to each other by accident: `end` and `send`, `dt` and `dts`, `stat` and `start`. */
const LEAST = 5;
/** From this length on two slips make a word no other. */
const LONG = 10;

const flat = (name: string): string => name.toLowerCase().replaceAll(/[_\- ]/g, '');
const digits = (name: string): string => name.replaceAll(/\D/g, '');
const wordsOf = (name: string): string[] => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];

/** The known name that is the same but for case, `_` and `-`, or in the plural. */
function isSpelling(given: string, known: string): boolean {
  const [a, b] = [flat(given), flat(known)];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= LEAST - 1 && (long === `${short}s` || long === `${short}es`);
}

/** Whether a few slips of the fingers make one name of the other; what differs in its digits is another name. */
function isSlip(given: string, known: string): boolean {
  const [a, b] = [flat(given), flat(known)];
  const least = Math.min(a.length, b.length);
  if (least < LEAST || Math.abs(a.length - b.length) > 2 || a[0] !== b[0]) return false;
  if (digits(a) !== digits(b)) return false;
  return slipsBetween(a, b) <= (least < LONG ? 1 : 2);
}

/** Whether a name is the end of a known one, in whole words: `password` of `userPassword`. */
function isEnd(given: string, known: string): boolean {
  const [a, b] = [wordsOf(given).map(flat), wordsOf(known).map(flat)];
  return a.length > 0 && a.length < b.length && a.join() === b.slice(-a.length).join();
}

/**
 * The name that was probably meant by one that a call does not know; undefined where none is close.
 * Names that are sent too are not meant: a row sent back whole holds them beside its others.
 * @param sent every name of the request
 * @param isWord whether the name means something of its own elsewhere, so that it is hardly a slip of another
 */
export function meantBy(
  given: string,
  sent: ReadonlySet<string>,
  known: readonly KnownName[],
  isWord: (name: string) => boolean,
): string | undefined {
  const missing = known.filter(({ name }) => !sent.has(name));
  // Another spelling of what is sent anyway is the same once more, and no slip of a third name.
  if ([...sent].some((name) => name !== given && flat(name) === flat(given))) return undefined;
  const found =
    missing.find(({ name }) => isSpelling(given, name)) ??
    (isWord(given) ? undefined : missing.find(({ name }) => isSlip(given, name)));
  if (found) return found.name;
  // Such a call would be refused anyhow, in the other name's words.
  return missing.find(({ name, required }) => required && isEnd(given, name))?.name;
}

/** Letters put in, left out, replaced or swapped with their neighbour that lead from one word to another. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + other);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = least;
    }
  }
  return at(a.length, b.length);
}
