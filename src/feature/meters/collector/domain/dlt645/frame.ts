import { type Parsed, more } from '../parsed.ts';

/** Version of DL/T 645: data identifiers of four bytes, or of two. */
export type Version = '2007' | '1997';

const START = 0x68;
const END = 0x16;
const WAKE = 0xfe;
const SHIFT = 0x33;
/** Start, address, start, control, length; then data, checksum and end. */
const HEAD = 10;
const TAIL = 2;
const LONGEST = 200;

const READ: Readonly<Record<Version, number>> = { 2007: 0x11, 1997: 0x01 };
/** Asks for what did not fit into the frame before. */
const READ_ON: Readonly<Record<Version, number>> = { 2007: 0x12, 1997: 0x02 };
const REPLY = 0x80;
const REFUSAL = 0x40;
const FOLLOWS = 0x20;

/** Any meter answers to it; for lines with a single one. */
export const ANY_ADDRESS = 'AAAAAAAAAAAA';

/** One frame, its data already without the shift. */
export interface Frame {
  /** Twelve digits, the highest first. */
  readonly address: string;
  readonly control: number;
  readonly data: Uint8Array;
}

/** Bytes of a frame, without wake bytes. */
export function encodeFrame({ address, control, data }: Frame): Uint8Array {
  const digits = address.padStart(12, '0').toUpperCase();
  const bytes = [START];
  for (let i = 10; i >= 0; i -= 2) bytes.push(Number.parseInt(digits.slice(i, i + 2), 16));
  bytes.push(START, control, data.length, ...Array.from(data, (byte) => (byte + SHIFT) & 0xff));
  bytes.push(checksum(bytes), END);
  return Uint8Array.from(bytes);
}

/** A request for one data identifier (hexadecimal, the highest byte first), after four wake bytes. */
export function readRequest(version: Version, address: string, identifier: string): Uint8Array {
  const frame = encodeFrame({ address, control: READ[version], data: identifierBytes(identifier) });
  return Uint8Array.from([WAKE, WAKE, WAKE, WAKE, ...frame]);
}

/** A request for the part of an item that follows; parts are numbered from 1 on (2007; 1997 has no numbers). */
export function followRequest(
  version: Version,
  address: string,
  identifier: string,
  part: number,
): Uint8Array {
  const number = version === '2007' ? [part] : [];
  const data = Uint8Array.from([...identifierBytes(identifier), ...number]);
  return Uint8Array.from([
    WAKE,
    WAKE,
    WAKE,
    WAKE,
    ...encodeFrame({ address, control: READ_ON[version], data }),
  ]);
}

/** An identifier as it travels: the lowest byte first. */
function identifierBytes(identifier: string): Uint8Array {
  const pairs = identifier.match(/../g) ?? [];
  return Uint8Array.from(pairs.reverse(), (pair) => Number.parseInt(pair, 16));
}

const checksum = (bytes: Iterable<number>): number => {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum & 0xff;
};

/**
 * Every whole frame in a stream, with what was wrong with the others. Noise and wake bytes are passed over; after a
 * broken frame the search goes on one byte behind its start, so that no whole frame is lost.
 */
export function findFrames(bytes: Uint8Array): { frames: Frame[]; seen?: 'checksum' | 'malformed' } {
  const frames: Frame[] = [];
  let seen: 'checksum' | 'malformed' | undefined;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== START) {
      if (bytes[at] !== WAKE) seen ??= 'malformed';
      continue;
    }
    const length = bytes[at + 9] ?? 0;
    const end = at + HEAD + length + TAIL;
    if (end > bytes.length || length > LONGEST || bytes[at + 7] !== START || bytes[end - 1] !== END) {
      seen ??= 'malformed';
      continue;
    }
    if (checksum(bytes.subarray(at, end - TAIL)) !== bytes[end - TAIL]) {
      seen = 'checksum';
      continue;
    }
    const address = Array.from(bytes.subarray(at + 1, at + 7), (byte) => byte.toString(16).padStart(2, '0'));
    frames.push({
      address: address.reverse().join('').toUpperCase(),
      control: bytes[at + 8] ?? 0,
      data: bytes.slice(at + HEAD, end - TAIL).map((byte) => (byte - SHIFT) & 0xff),
    });
    at = end - 1;
  }
  return seen === undefined ? { frames } : { frames, seen };
}

/** What the bits of a refusal mean, by version. */
const REASONS: Readonly<Record<Version, readonly (readonly [bit: number, zh: string, en: string])[]>> = {
  2007: [
    [0x02, '无请求数据', 'no such data'],
    [0x04, '密码错或未授权', 'password wrong or no right'],
    [0x01, '其他错误', 'other error'],
  ],
  1997: [
    [0x02, '数据标识错', 'no such data'],
    [0x04, '密码错', 'password wrong'],
    [0x01, '非法数据', 'data not legal'],
  ],
};

/** The bit that says that the meter does not have the item. */
const NO_DATA = 0x02;

/** A reply: the bytes of the item, lowest first, or the meter's refusal. */
export type ItemReply =
  /** `follows`: the meter has more of the item. */
  | { readonly data: Uint8Array; readonly follows?: true }
  | { readonly refusal: number; readonly noData: boolean; readonly detail: { zh: string; en: string } };

/**
 * The reply to a request (`part` 0, or the number of the part asked for) among the bytes received since; frames of
 * other meters, items and parts are passed over.
 */
export function parseReply(
  bytes: Uint8Array,
  version: Version,
  address: string,
  identifier: string,
  part = 0,
): Parsed<ItemReply> {
  const { frames, seen } = findFrames(bytes);
  const wanted = address.padStart(12, '0').toUpperCase();
  const asks = part === 0 ? READ : READ_ON;
  const numbered = part > 0 && version === '2007' ? 1 : 0;
  let other = false;
  for (const frame of frames) {
    // Serial servers may echo the request.
    if ((frame.control & REPLY) === 0) continue;
    if ((frame.control & 0x1f) !== asks[version] || (wanted !== ANY_ADDRESS && frame.address !== wanted)) {
      other = true;
      continue;
    }
    if ((frame.control & REFUSAL) !== 0)
      return { kind: 'done', value: refusalOf(version, frame.data[0] ?? 0) };
    const query = identifierBytes(identifier);
    const end = frame.data.length - numbered;
    if (!query.every((byte, i) => frame.data[i] === byte) || (numbered && frame.data[end] !== part)) {
      other = true;
      continue;
    }
    const data = frame.data.slice(query.length, end);
    return { kind: 'done', value: (frame.control & FOLLOWS) === 0 ? { data } : { data, follows: true } };
  }
  return more(other ? 'mismatch' : seen);
}

function refusalOf(version: Version, refusal: number): ItemReply {
  const [, zh, en] = REASONS[version].find(([bit]) => (refusal & bit) !== 0) ?? [0, '未知', 'unknown'];
  return {
    refusal,
    noData: (refusal & NO_DATA) !== 0,
    detail: { zh: `表计拒绝：${zh}`, en: `the meter refuses: ${en}` },
  };
}

/** The bytes of a reply to `readRequest`: what a meter sends. */
export function encodeReply(
  version: Version,
  address: string,
  identifier: string,
  data: Uint8Array,
): Uint8Array {
  const body = Uint8Array.from([...identifierBytes(identifier), ...data]);
  return encodeFrame({ address, control: READ[version] | REPLY, data: body });
}

/** The bytes of a refusal: what a meter sends. */
export const encodeRefusal = (version: Version, address: string, refusal: number): Uint8Array =>
  encodeFrame({ address, control: READ[version] | REPLY | REFUSAL, data: Uint8Array.of(refusal) });
