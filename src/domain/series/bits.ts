const WORD = 2 ** 24;

/** Bits of a whole number ≥ 0 below 2^53. */
export const bitLength = (value: number): number =>
  value < 4_294_967_296 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 4_294_967_296));

/** Writes bits, the highest first. */
export class BitWriter {
  #bytes = new Uint8Array(4096);
  #at = 0;
  /** Bits that are no whole byte yet, and how many. */
  #open = 0;
  #n = 0;

  /** @param value whole, 0 ≤ value < 2^count @param count at most 53 */
  put(value: number, count: number): void {
    if (count > 24) {
      this.put(Math.floor(value / WORD), count - 24);
      this.put(value % WORD, 24);
      return;
    }
    let n = this.#n + count;
    const open = (this.#open << count) | value;
    if (n >= 8) {
      if (this.#at + 4 > this.#bytes.length) this.#grow();
      while (n >= 8) {
        n -= 8;
        this.#bytes[this.#at++] = open >>> n;
      }
    }
    this.#n = n;
    this.#open = open & ((1 << n) - 1);
  }

  /** A whole number ≥ 0 below 2^53 of any size. */
  number(value: number): void {
    const length = bitLength(value);
    this.put(length, 6);
    if (length > 0) this.put(value, length);
  }

  /** What was written; bits that are left of the last byte are 0. */
  bytes(): Uint8Array {
    if (this.#n > 0) this.put(0, 8 - this.#n);
    return this.#bytes.subarray(0, this.#at);
  }

  #grow(): void {
    const more = new Uint8Array(this.#bytes.length * 2);
    more.set(this.#bytes);
    this.#bytes = more;
  }
}

/** Reads what a `BitWriter` wrote. @throws RangeError beyond the end */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next bits, at most 53, as a whole number. */
  take(count: number): number {
    if (count > 24) return this.take(count - 24) * WORD + this.take(24);
    const end = this.#at + count;
    if (end > this.#bytes.length * 8) throw new RangeError('A block ends too early.');
    const value = (this.#word() >>> (32 - count - (this.#at & 7))) & ((1 << count) - 1);
    this.#at = end;
    return value;
  }

  number(): number {
    return this.take(this.take(6));
  }

  /** How many ones come next, at most `most`, of up to 24; the zero behind fewer is taken too. */
  ones(most: number): number {
    // What follows the bits is 0 beyond the end.
    const n = Math.min(most, Math.clz32(~(this.#word() << (this.#at & 7))));
    const end = this.#at + (n < most ? n + 1 : most);
    if (end > this.#bytes.length * 8) throw new RangeError('A block ends too early.');
    this.#at = end;
    return n;
  }

  /** The byte of the next bit and the three behind it. */
  #word(): number {
    const at = this.#at >>> 3;
    const bytes = this.#bytes;
    return (
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)
    );
  }
}
