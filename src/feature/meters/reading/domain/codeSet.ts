/**
 * A set of data codes as the database keeps it (bit varying): character c is '1' where code c of the table is in it.
 * It ends anywhere behind its last code, so that a longer table reads what a shorter one wrote.
 */
export type CodeSet = string;

export const hasCode = (set: CodeSet, code: number): boolean => set[code] === '1';

/** A set and the codes from `from` to `to` of a list; the set itself where it has them all. */
export function withCodes(set: CodeSet, codes: ArrayLike<number>, from = 0, to = codes.length): CodeSet {
  let whole = set;
  for (let i = from; i < to; i++) {
    const code = codes[i] as number;
    if (whole[code] !== '1') whole = `${whole.slice(0, code).padEnd(code, '0')}1${whole.slice(code + 1)}`;
  }
  return whole;
}

/** The codes that are in either set. */
export function joinedCodes(a: CodeSet, b: CodeSet): CodeSet {
  if (a === b) return a;
  let whole = a;
  for (let code = b.indexOf('1'); code >= 0; code = b.indexOf('1', code + 1))
    whole = withCodes(whole, [code]);
  return whole;
}
