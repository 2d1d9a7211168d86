/** Makes the pieces of MP4 that browsers play as they come (ISO/IEC 14496-12): times are ms. */

const SCALE = 1000;
type Bytes = Uint8Array<ArrayBuffer>;

const u8 = (...values: number[]): Bytes => Uint8Array.from(values);
const u16 = (value: number): Bytes => u8(value >>> 8, value & 255);
const u32 = (...values: number[]): Bytes =>
  Uint8Array.from(values.flatMap((v) => [(v >>> 24) & 255, (v >>> 16) & 255, (v >>> 8) & 255, v & 255]));
const text = (value: string): Bytes => Uint8Array.from(value, (sign) => sign.charCodeAt(0));

function join(parts: readonly Uint8Array[]): Bytes {
  const out = new Uint8Array(parts.reduce((n, { length }) => n + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const box = (type: string, ...parts: readonly Uint8Array[]): Bytes => {
  const body = join(parts);
  return join([u32(body.length + 8), text(type), body]);
};
const full = (type: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Bytes =>
  box(type, u32(version * 2 ** 24 + flags), ...parts);

/** The picture as it is: neither turned nor scaled. */
const UNITY = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);
const EMPTY = [
  full('stts', 0, 0, u32(0)),
  full('stsc', 0, 0, u32(0)),
  full('stsz', 0, 0, u32(0, 0)),
  full('stco', 0, 0, u32(0)),
];

/** What stands before all pictures. */
export function beginning({
  width,
  height,
  record,
}: {
  readonly width: number;
  readonly height: number;
  /** What the decoder needs beforehand. */
  readonly record: Uint8Array;
}): Bytes {
  const entry = box(
    'avc1',
    u32(0),
    u16(0),
    u16(1),
    u32(0, 0, 0, 0),
    u16(width),
    u16(height),
    u32(0x48_0000, 0x48_0000, 0),
    u16(1),
    new Uint8Array(32),
    u16(24),
    u16(0xffff),
    box('avcC', record),
  );
  const table = box('stbl', full('stsd', 0, 0, u32(1), entry), ...EMPTY);
  const data = box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1)));
  const media = box(
    'mdia',
    full('mdhd', 0, 0, u32(0, 0, SCALE, 0), u16(0x55c4), u16(0)),
    full('hdlr', 0, 0, u32(0), text('vide'), u32(0, 0, 0), text('video\0')),
    box('minf', full('vmhd', 0, 1, u32(0, 0)), data, table),
  );
  const track = box(
    'trak',
    full('tkhd', 0, 7, u32(0, 0, 1, 0, 0, 0, 0, 0, 0), UNITY, u16(width), u16(0), u16(height), u16(0)),
    media,
  );
  const movie = full(
    'mvhd',
    0,
    0,
    u32(0, 0, SCALE, 0, 0x1_0000),
    u16(0x100),
    new Uint8Array(10),
    UNITY,
    new Uint8Array(24),
    u32(2),
  );
  return join([
    box('ftyp', text('iso5'), u32(512), text('iso5iso6mp41avc1')),
    box('moov', movie, track, box('mvex', full('trex', 0, 0, u32(1, 1, 0, 0, 0)))),
  ]);
}

/** A picture. */
export interface Piece {
  readonly number: number;
  /** ms */
  readonly at: number;
  readonly lasts: number;
  readonly key: boolean;
  readonly sample: Uint8Array;
}

/** One picture as a piece of its own. */
export function piece({ number, at, lasts, key, sample }: Piece): Bytes {
  const flags = key ? 0x0200_0000 : 0x0101_0000;
  const withOffset = (offset: number): Bytes =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(number)),
      box(
        'traf',
        full('tfhd', 0, 0x2_0000, u32(1)),
        full('tfdt', 1, 0, u32(Math.floor(at / 2 ** 32), at % 2 ** 32)),
        full('trun', 0, 0x701, u32(1, offset, lasts, sample.length, flags)),
      ),
    );
  const head = withOffset(withOffset(0).length + 8);
  return join([head, box('mdat', sample)]);
}
