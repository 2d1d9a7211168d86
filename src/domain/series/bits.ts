const WORD = 2 ** 24;

/** Bits of a whole number ≥ 0 below 2^53. */
export const bitLength = (value: number): number =>
  value < 4_294_967_296 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 4_294_967_296));

/** Writes bits, the highest first. */
export class BitWriter {
  #bytes = new Uint8Array(1024);
  #at = 0;
  #open = 0;
  #free = 8;

  /** @param value whole, 0 ≤ value < 2^count @param count at most 53 */
  put(value: number, count: number): void {
    if (count > 24) {
      this.put(Math.floor(value / WORD), count - 24);
      this.put(value % WORD, 24);
      return;
    }
    let left = count;
    while (left >= this.#free) {
      left -= this.#free;
      this.#byte(this.#open | ((value >>> left) & ((1 << this.#free) - 1)));
      this.#open = 0;
      this.#free = 8;
    }
    this.#free -= left;
    this.#open |= (value & ((1 << left) - 1)) << this.#free;
  }

  /** A whole number ≥ 0 below 2^53 of any size. */
  number(value: number): void {
    const length = bitLength(value);
    this.put(length, 6);
    if (length > 0) this.put(value, length);
  }

  /** What was written; bits that are left of the last byte are 0. */
  bytes(): Uint8Array {
    if (this.#free < 8) this.put(0, this.#free);
    return this.#bytes.subarray(0, this.#at);
  }

  #byte(value: number): void {
    if (this.#at === this.#bytes.length) {
      const more = new Uint8Array(this.#at * 2);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    this.#bytes[this.#at++] = value;
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
    if (this.#at + count > this.#bytes.length * 8) throw new RangeError('A block ends too early.');
    let value = 0;
    let left = count;
    while (left > 0) {
      const free = 8 - (this.#at & 7);
      const some = left < free ? left : free;
      const byte = this.#bytes[this.#at >>> 3] as number;
      value = (value << some) | ((byte >>> (free - some)) & ((1 << some) - 1));
      this.#at += some;
      left -= some;
    }
    return value;
  }

  number(): number {
    return this.take(this.take(6));
  }

  /** How many ones come next, at most `most`; the zero behind fewer is taken too. */
  ones(most: number): number {
    for (let n = 0; n < most; n++) if (this.take(1) === 0) return n;
    return most;
  }
}
