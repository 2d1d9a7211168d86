import { type Frame, isBetween, NAL, nalType } from './h264.ts';
import { BetweenPictures, ProtocolError } from './protocolError.ts';

/** Parts that stand for more or less than one unit (RFC 6184 table 1). */
const [STAP_A, FU_A] = [24, 28];
const RTP_HEAD = 12;
const CLOCK = 90;
const WRAP = 2 ** 32;
/** What goes on after a clock that was set, ticks. */
const JOINT = 40 * CLOCK;
/** No picture of a camera is larger. */
const MOST_FRAME = 4 * 2 ** 20;
const MOST_UNITS = 512;
/** Packets of one unit: 4 MB in parts of 512 bytes. */
const MOST_PARTS = 8192;

/** Makes pictures of RTP packets (RFC 3550, RFC 6184 non-interleaved); what is broken is left out until the next key picture. */
export class Depacketiser {
  readonly #payloadType: number;
  #sps: Uint8Array | undefined;
  #pps: Uint8Array | undefined;
  #sequence: number | undefined;
  #stamp: number | undefined;
  /** Unwrapped RTP time, and that of the first picture. */
  #time = 0;
  #units: Uint8Array[] = [];
  #size = 0;
  #part: Uint8Array[] | undefined;
  /** A packet is missing: pictures that lean on it are left out. */
  #broken = true;
  /** The picture that comes is stamped before the last one. */
  #earlier = false;

  constructor(payloadType: number, parameters: readonly Uint8Array[] = []) {
    this.#payloadType = payloadType;
    for (const nal of parameters) this.#keepParameters(nal);
  }

  /** The parameters that stood before the newest key picture. */
  get parameters(): { readonly sps: Uint8Array; readonly pps: Uint8Array } | null {
    return this.#sps && this.#pps ? { sps: this.#sps, pps: this.#pps } : null;
  }

  /**
   * Takes a packet. @returns the pictures that are whole now
   * @param now ms
   * @throws ProtocolError where a picture would have no end, BetweenPictures where pictures come out of their order
   */
  push(packet: Uint8Array, now: number): Frame[] {
    const body = bodyOf(packet, this.#payloadType);
    if (!body) return [];
    const frames: Frame[] = [];
    if (this.#sequence !== undefined && body.sequence !== (this.#sequence + 1) % 65_536) this.#lose();
    this.#sequence = body.sequence;
    if (this.#stamp !== undefined && body.stamp !== this.#stamp) {
      frames.push(...this.#end(now));
      const step = (body.stamp - this.#stamp + WRAP) % WRAP;
      // A camera that sets its clock back, or leaps by hours, goes on from where it was.
      this.#time += step < 3600 * 1000 * CLOCK ? step : JOINT;
      this.#earlier = step > WRAP / 2;
    }
    this.#stamp = body.stamp;
    this.#take(body.payload);
    if (body.last) frames.push(...this.#end(now));
    return frames;
  }

  #take(payload: Uint8Array): void {
    const type = nalType(payload);
    if (type === FU_A) return this.#takePart(payload);
    this.#part = undefined;
    if (type === STAP_A) {
      for (let at = 1; at + 2 < payload.length;) {
        const length = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0);
        if (length === 0 || at + 2 + length > payload.length) return this.#lose();
        this.#add(payload.subarray(at + 2, at + 2 + length));
        at += 2 + length;
      }
    } else if (type >= 1 && type <= 23) this.#add(payload);
  }

  #takePart(payload: Uint8Array): void {
    if (payload.length < 3) return this.#lose();
    const [indicator = 0, head = 0] = payload;
    const rest = payload.subarray(2);
    if ((head & 0x80) !== 0) this.#part = [Uint8Array.of((indicator & 0xe0) | (head & 0x1f)), rest];
    else if (this.#part) this.#part.push(rest);
    else return this.#lose();
    if (this.#part.length > MOST_PARTS) throw new ProtocolError('a picture of too many parts');
    this.#grow(rest.length);
    if ((head & 0x40) === 0) return;
    const whole = concat(this.#part);
    this.#part = undefined;
    this.#size -= whole.length;
    this.#add(whole);
  }

  #add(nal: Uint8Array): void {
    if (nal.length === 0) return;
    this.#grow(nal.length);
    if (this.#units.length >= MOST_UNITS) throw new ProtocolError('a picture of too many parts');
    this.#keepParameters(nal);
    this.#units.push(nal);
  }

  #grow(by: number): void {
    this.#size += by;
    if (this.#size > MOST_FRAME) throw new ProtocolError('a picture without end');
  }

  #keepParameters(nal: Uint8Array): void {
    if (nalType(nal) === NAL.sps) this.#sps = nal;
    else if (nalType(nal) === NAL.pps) this.#pps = nal;
  }

  #lose(): void {
    this.#broken = true;
    this.#part = undefined;
    this.#units = [];
    this.#size = 0;
  }

  #end(now: number): Frame[] {
    const units = this.#units;
    const cut = this.#part !== undefined;
    this.#units = [];
    this.#part = undefined;
    this.#size = 0;
    if (cut) this.#broken = true;
    const pictures = units.filter((nal) => nalType(nal) === NAL.slice || nalType(nal) === NAL.key);
    if (this.#earlier && pictures.some(isBetween)) throw new BetweenPictures();
    const key = pictures.some((nal) => nalType(nal) === NAL.key);
    if (pictures.length === 0 || cut) return [];
    if (this.#broken && !key) return [];
    if (!this.#sps || !this.#pps) return [];
    this.#broken = false;
    const nals = key ? [this.#sps, this.#pps, ...pictures] : pictures;
    return [{ at: this.#time / CLOCK, heardAt: now, key, nals }];
  }
}

interface Body {
  readonly sequence: number;
  readonly stamp: number;
  readonly last: boolean;
  readonly payload: Uint8Array;
}

/** What a packet carries; null = it is another's, or none. */
function bodyOf(packet: Uint8Array, payloadType: number): Body | null {
  if (packet.length <= RTP_HEAD) return null;
  const [first = 0, second = 0] = packet;
  if (first >> 6 !== 2 || (second & 0x7f) !== payloadType) return null;
  const number = (at: number, bytes: number): number => {
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + (packet[at + i] ?? 0);
    return value;
  };
  let begin = RTP_HEAD + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) begin += 4 + number(begin + 2, 2) * 4;
  const padding = (first & 0x20) === 0 ? 0 : (packet.at(-1) ?? 0);
  const end = packet.length - padding;
  if (begin >= end) return null;
  return {
    sequence: number(2, 2),
    stamp: number(4, 4),
    last: (second & 0x80) !== 0,
    // A copy: what it came in is not held for the few bytes that it may carry.
    payload: new Uint8Array(packet.subarray(begin, end)),
  };
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, { length }) => n + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
