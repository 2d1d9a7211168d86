/** A picture in planes: luma of every point, chroma of every second one, each 16 … 240. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

const BLOCK = 16;
const [SPS_HEAD, PPS_HEAD, KEY_HEAD, DIFFERENCE_HEAD] = [0x67, 0x68, 0x65, 0x61];
/** Baseline, level 3.0 (H.264 annex A). */
const PROFILE = [66, 0xc0, 30] as const;
/** Kinds of macroblock that carry their samples as they are (tables 7-11 and 7-13). */
const [PCM_IN_I, PCM_IN_P] = [25, 30];

/** Bits on end, most significant first. */
class Bits {
  #bytes: Buffer;
  #length = 0;
  #bit = 0;

  constructor(room: number) {
    this.#bytes = Buffer.alloc(room);
  }

  put(value: number, bits: number): this {
    for (let i = bits - 1; i >= 0; i--) {
      if ((value >>> i) & 1)
        this.#bytes[this.#length] = (this.#bytes[this.#length] ?? 0) | (0x80 >> this.#bit);
      this.#bit++;
      if (this.#bit === 8) {
        this.#bit = 0;
        this.#length++;
      }
    }
    return this;
  }

  /** Unsigned Exp-Golomb (clause 9.1). */
  ue(value: number): this {
    const bits = 32 - Math.clz32(value + 1);
    return this.put(0, bits - 1).put(value + 1, bits);
  }

  align(): this {
    if (this.#bit > 0) {
      this.#bit = 0;
      this.#length++;
    }
    return this;
  }

  /** Bytes at a byte boundary. */
  rows(from: Uint8Array, start: number, width: number, n: number): void {
    for (let row = 0; row < n; row++) {
      this.#bytes.set(from.subarray(start + row * width, start + row * width + n), this.#length);
      this.#length += n;
    }
  }

  /** The bits with their closing one, as the bytes of a NAL unit after its head. */
  end(): Buffer {
    this.put(1, 1).align();
    return this.#bytes.subarray(0, this.#length);
  }
}

/** A NAL unit; three bytes that would look like a start code are parted (clause 7.4.1). */
function nal(head: number, body: Buffer): Buffer {
  const out = Buffer.alloc(1 + body.length + Math.ceil(body.length / 2));
  out[0] = head;
  let length = 1;
  let zeros = 0;
  for (const byte of body) {
    if (zeros === 2 && byte <= 3) {
      out[length++] = 3;
      zeros = 0;
    }
    out[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return out.subarray(0, length);
}

/** Turns pictures into a stream of H.264 in which samples stand as they are: key pictures, and what changed since. */
export class PlainEncoder {
  readonly sps: Buffer;
  readonly pps: Buffer;
  readonly #across: number;
  readonly #down: number;
  #before: Planes | undefined;
  #number = 0;
  #keys = 0;

  /** Both must be multiples of 16. */
  constructor(width: number, height: number) {
    this.#across = width / BLOCK;
    this.#down = height / BLOCK;
    const sps = new Bits(64);
    for (const byte of PROFILE) sps.put(byte, 8);
    // Frame numbers of 8 bits; pictures are shown in the order in which they come; one is referred to.
    sps.ue(0).ue(4).ue(2).ue(1).put(0, 1);
    sps.ue(this.#across - 1).ue(this.#down - 1);
    sps.put(1, 1).put(1, 1).put(0, 1).put(0, 1);
    this.sps = nal(SPS_HEAD, sps.end());
    const pps = new Bits(64);
    pps.ue(0).ue(0).put(0, 2).ue(0).ue(0).ue(0).put(0, 3).ue(0).ue(0).ue(0).put(1, 1).put(0, 2);
    this.pps = nal(PPS_HEAD, pps.end());
  }

  /** A picture that needs no other. */
  key(planes: Planes): Buffer {
    this.#number = 0;
    this.#keys = (this.#keys + 1) % 2;
    const bits = new Bits(planes.y.length * 1.6 + 1024);
    bits.ue(0).ue(7).ue(0).put(0, 8).ue(this.#keys).put(0, 2).ue(0).ue(1);
    for (let block = 0; block < this.#across * this.#down; block++) {
      bits.ue(PCM_IN_I).align();
      this.#samples(bits, planes, block);
    }
    this.#keep(planes);
    return nal(KEY_HEAD, bits.end());
  }

  /** The blocks that differ from the picture before. */
  difference(planes: Planes): Buffer {
    this.#number = (this.#number + 1) % 256;
    const bits = new Bits(planes.y.length * 1.6 + 1024);
    bits.ue(0).ue(5).ue(0).put(this.#number, 8).put(0, 3).ue(0).ue(1);
    let skipped = 0;
    for (let block = 0; block < this.#across * this.#down; block++) {
      if (!this.#differs(planes, block)) {
        skipped++;
        continue;
      }
      bits.ue(skipped).ue(PCM_IN_P).align();
      skipped = 0;
      this.#samples(bits, planes, block);
    }
    if (skipped > 0) bits.ue(skipped);
    this.#keep(planes);
    return nal(DIFFERENCE_HEAD, bits.end());
  }

  #keep({ width, height, y, u, v }: Planes): void {
    this.#before = { width, height, y: y.slice(), u: u.slice(), v: v.slice() };
  }

  #corner(block: number, side: number): number {
    return Math.floor(block / this.#across) * side * this.#across * side + (block % this.#across) * side;
  }

  #samples(bits: Bits, { width, y, u, v }: Planes, block: number): void {
    bits.rows(y, this.#corner(block, BLOCK), width, BLOCK);
    bits.rows(u, this.#corner(block, BLOCK / 2), width / 2, BLOCK / 2);
    bits.rows(v, this.#corner(block, BLOCK / 2), width / 2, BLOCK / 2);
  }

  #differs({ width, y, u, v }: Planes, block: number): boolean {
    const before = this.#before;
    if (!before) return true;
    const same = (now: Uint8Array, then: Uint8Array, side: number, stride: number): boolean => {
      const start = this.#corner(block, side);
      for (let row = 0; row < side; row++)
        for (let at = start + row * stride; at < start + row * stride + side; at++)
          if (now[at] !== then[at]) return false;
      return true;
    };
    return !(
      same(y, before.y, BLOCK, width) &&
      same(u, before.u, BLOCK / 2, width / 2) &&
      same(v, before.v, BLOCK / 2, width / 2)
    );
  }
}
