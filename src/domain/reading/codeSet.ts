/**
 * A set of any number of data codes, by their places in the table. The database keeps it as `bit varying`: character c
 * is 1 where code c is in it. It ends anywhere behind its last code, so that a longer table reads what a shorter one wrote.
 */
export class CodeSet {
  static readonly none = new CodeSet([]);
  /** Bit b of word w = code 32 w + b. */
  readonly #words: readonly number[];

  private constructor(words: readonly number[]) {
    this.#words = words;
  }

  /** The codes of a list between two of its places. */
  static of(codes: ArrayLike<number>, from = 0, to = codes.length): CodeSet {
    const words: number[] = [];
    for (let i = from; i < to; i++) {
      const code = codes[i] as number;
      while (words.length <= code >>> 5) words.push(0);
      words[code >>> 5] = (words[code >>> 5] as number) | (1 << (code & 31));
    }
    return new CodeSet(words);
  }

  /** A set as the database keeps it. */
  static read(bits: string): CodeSet {
    const codes: number[] = [];
    for (let code = bits.indexOf('1'); code >= 0; code = bits.indexOf('1', code + 1)) codes.push(code);
    return CodeSet.of(codes);
  }

  has(code: number): boolean {
    return ((this.#word(code >>> 5) >>> (code & 31)) & 1) === 1;
  }

  /** The codes that are in either set. */
  joined(other: CodeSet): CodeSet {
    const length = Math.max(this.#words.length, other.#words.length);
    let w = 0;
    while (w < length && (other.#word(w) & ~this.#word(w)) === 0) w++;
    if (w === length) return this;
    return new CodeSet(Array.from({ length }, (_, i) => this.#word(i) | other.#word(i)));
  }

  /** As the database keeps it. */
  toString(): string {
    let bits = '';
    for (const word of this.#words) bits += bitsOf(word);
    return bits;
  }

  #word(w: number): number {
    return this.#words[w] ?? 0;
  }
}

/** The bits of words that were asked for, as most meters send the same codes. */
const known = new Map<number, string>();
const MOST_KNOWN = 1000;

/** The bits of a word, the lowest first. */
function bitsOf(word: number): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  let bits = '';
  for (let bit = 0; bit < 32; bit++) bits += (word >>> bit) & 1;
  if (known.size < MOST_KNOWN) known.set(word, bits);
  return bits;
}
