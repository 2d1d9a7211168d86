/** Kinds of NAL unit (ITU-T H.264 table 7-1). */
export const NAL = { slice: 1, key: 5, sps: 7, pps: 8, delimiter: 9 } as const;

export const nalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;

/** A picture of a stream. */
export interface Frame {
  /** ms on the camera's own clock of the stream, from its first picture; grows. */
  readonly at: number;
  /** ms, when it came. */
  readonly heardAt: number;
  /** It needs no other. */
  readonly key: boolean;
  /** Its NAL units; those of a key picture begin with the parameters. */
  readonly nals: readonly Uint8Array[];
}

export const bytesOf = ({ nals }: Frame): number => nals.reduce((n, { length }) => n + length, 0);

/** Bytes of the length before a unit. */
const LENGTH = 4;

/** Units with their lengths before them (ISO/IEC 14496-15 5.3.4.2). */
export function packed(nals: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(nals.reduce((n, { length }) => n + length + LENGTH, 0));
  let at = 0;
  for (const nal of nals) {
    const { length } = nal;
    out.set([length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255], at);
    out.set(nal, at + LENGTH);
    at += LENGTH + length;
  }
  return out;
}

/** The units of what was packed; what does not add up is left out. */
export function unpacked(bytes: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = [];
  for (let at = 0; at + LENGTH <= bytes.length;) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + LENGTH);
    const end = at + LENGTH + a * 2 ** 24 + (b << 16) + (c << 8) + d;
    if (end > bytes.length) break;
    nals.push(bytes.subarray(at + LENGTH, end));
    at = end;
  }
  return nals;
}

/** A picture as a sample of MP4: without parameters, which stand before all samples. */
export const sampleOf = (nals: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  packed(nals.filter((nal) => nalType(nal) === NAL.slice || nalType(nal) === NAL.key));

/** The parameters among the units of a picture that needs no other; null = they are not there, or are none. */
export function parametersOf(nals: readonly Uint8Array[]): {
  readonly record: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly codec: string;
} | null {
  const [sps, pps] = [NAL.sps, NAL.pps].map((type) => nals.find((nal) => nalType(nal) === type));
  const size = sps && sizeOf(sps);
  return sps && pps && size ? { ...size, record: decoderRecord(sps, pps) } : null;
}

/** What a decoder needs beforehand (ISO/IEC 14496-15 5.3.3.1). */
export function decoderRecord(sps: Uint8Array, pps: Uint8Array): Uint8Array<ArrayBuffer> {
  const lengths = ({ length }: Uint8Array): readonly number[] => [length >>> 8, length & 255];
  return Uint8Array.from([
    1,
    sps[1] ?? 66,
    sps[2] ?? 0,
    sps[3] ?? 30,
    0xff,
    0xe1,
    ...lengths(sps),
    ...sps,
    1,
    ...lengths(pps),
    ...pps,
  ]);
}

/** Bits of a unit, without the bytes that part zeros. */
class Bits {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(nal: Uint8Array) {
    this.#bytes = [...nal].filter(
      (byte, i) => !(byte === 3 && i >= 2 && nal[i - 1] === 0 && nal[i - 2] === 0),
    );
  }

  /** An unsigned number; zeros behind the end. */
  u(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++, this.#at++)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  /** Exp-Golomb (clause 9.1). */
  ue(): number {
    let zeros = 0;
    while (zeros < 24 && this.u(1) === 0) zeros++;
    return 2 ** zeros - 1 + this.u(zeros);
  }

  se(): number {
    const value = this.ue();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}

/** Slices of type B, of one kind or of all in their picture (table 7-6). */
const [B_SLICE, ALL_B] = [1, 6];
/** Bytes of a slice that tell its type. */
const SLICE_HEAD = 12;

/** Whether a picture leans on one that is shown after it. */
export function isBetween(nal: Uint8Array): boolean {
  if (nalType(nal) !== NAL.slice) return false;
  const bits = new Bits(nal.subarray(1, SLICE_HEAD));
  bits.ue();
  const type = bits.ue();
  return type === B_SLICE || type === ALL_B;
}

/** Profiles whose parameters tell of chroma and scaling (clause 7.3.2.1.1). */
const HIGH = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);
const MOST_SIDE = 8192;

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (bits.u(1) === 0) continue;
    let [last, next] = [8, 8];
    for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
      if (next !== 0) next = (last + bits.se() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

/** Size and profile of the pictures that sequence parameters describe; null = they are none. */
export function sizeOf(
  sps: Uint8Array,
): { readonly width: number; readonly height: number; readonly codec: string } | null {
  if (nalType(sps) !== NAL.sps || sps.length < 5) return null;
  const bits = new Bits(sps.subarray(1));
  const [profile, constraints, level] = [bits.u(8), bits.u(8), bits.u(8)];
  bits.ue();
  let chroma = 1;
  if (HIGH.has(profile)) {
    chroma = bits.ue();
    if (chroma === 3) bits.u(1);
    bits.ue();
    bits.ue();
    bits.u(1);
    if (bits.u(1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8);
  }
  bits.ue();
  const order = bits.ue();
  if (order === 0) bits.ue();
  else if (order === 1) {
    bits.u(1);
    bits.se();
    bits.se();
    const cycle = Math.min(255, bits.ue());
    for (let i = 0; i < cycle; i++) bits.se();
  }
  bits.ue();
  bits.u(1);
  const across = bits.ue() + 1;
  const down = bits.ue() + 1;
  const frames = bits.u(1);
  if (frames === 0) bits.u(1);
  bits.u(1);
  const crop = bits.u(1) === 1 ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const [stepX, stepY] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * (2 - frames)];
  const width = across * 16 - (left + right) * stepX;
  const height = down * 16 * (2 - frames) - (top + bottom) * stepY;
  if (width <= 0 || height <= 0 || width > MOST_SIDE || height > MOST_SIDE) return null;
  const hex = (n: number): string => n.toString(16).padStart(2, '0');
  return { width, height, codec: `avc1.${hex(profile)}${hex(constraints)}${hex(level)}` };
}
