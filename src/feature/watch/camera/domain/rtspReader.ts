import { ProtocolError } from './protocolError.ts';

/** A reply of a camera (RFC 2326); names of headers in small letters. */
export interface RtspReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
}

/** A packet between replies (RFC 2326 10.12). */
export interface RtspPacket {
  readonly kind: 'packet';
  readonly channel: number;
  readonly data: Uint8Array;
}

/** A request of the camera's own: it is answered with 501. */
export interface RtspRequest {
  readonly kind: 'request';
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

export type RtspPart = RtspReply | RtspPacket | RtspRequest;

const DOLLAR = 0x24;
const MOST_HEAD = 16 * 1024;
const MOST_BODY = 64 * 1024;
const PACKET_HEAD = 4;
const EMPTY = new Uint8Array(0);

/** Latin-1 text of bytes. */
export const textOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

/** Cuts a stream into replies and packets, wherever the network cut it. */
export class RtspReader {
  #waiting: Uint8Array = EMPTY;

  /** The parts that are whole now. @throws ProtocolError */
  push(chunk: Uint8Array): RtspPart[] {
    let bytes = chunk;
    if (this.#waiting.length > 0) {
      bytes = new Uint8Array(this.#waiting.length + chunk.length);
      bytes.set(this.#waiting);
      bytes.set(chunk, this.#waiting.length);
    }
    const parts: RtspPart[] = [];
    let at = 0;
    for (;;) {
      const found = bytes[at] === DOLLAR ? packetAt(bytes, at) : messageAt(bytes, at);
      if (!found) break;
      if (found.part) parts.push(found.part);
      at = found.end;
    }
    // A copy: the rest of the chunk is not held for the few bytes that wait.
    this.#waiting = at < bytes.length ? bytes.slice(at) : EMPTY;
    return parts;
  }
}

interface Found {
  readonly part?: RtspPart;
  readonly end: number;
}

function packetAt(bytes: Uint8Array, at: number): Found | null {
  if (bytes.length - at < PACKET_HEAD) return null;
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  const end = at + PACKET_HEAD + length;
  if (bytes.length < end) return null;
  return {
    part: { kind: 'packet', channel: bytes[at + 1] ?? 0, data: bytes.slice(at + PACKET_HEAD, end) },
    end,
  };
}

const CARRIAGE = 13;
const FEED = 10;

/** Where the empty line behind a head ends; -1 = not yet. */
function headEnd(bytes: Uint8Array, at: number): number {
  const last = Math.min(bytes.length, at + MOST_HEAD);
  for (let i = at + 3; i < last; i++)
    if (bytes[i] === FEED && bytes[i - 1] === CARRIAGE && bytes[i - 2] === FEED && bytes[i - 3] === CARRIAGE)
      return i + 1;
  if (bytes.length - at >= MOST_HEAD) throw new ProtocolError('a head without end');
  return -1;
}

function messageAt(bytes: Uint8Array, start: number): Found | null {
  let at = start;
  // Some cameras put an empty line between messages.
  while (bytes[at] === CARRIAGE || bytes[at] === FEED) at++;
  if (at > start) return { end: at };
  if (at >= bytes.length) return null;
  const end = headEnd(bytes, at);
  if (end < 0) return null;
  const [first = '', ...lines] = textOf(bytes.subarray(at, end - 4)).split('\r\n');
  const headers = headersOf(lines);
  const length = Number(headers.get('content-length')?.[0] ?? 0);
  if (!Number.isInteger(length) || length < 0 || length > MOST_BODY)
    throw new ProtocolError('a body of no possible length');
  if (bytes.length < end + length) return null;
  const status = /^RTSP\/1\.\d (\d{3})/.exec(first)?.[1];
  if (status === undefined) {
    if (!/^[A-Z_]+ \S+ RTSP\/1\.\d$/.test(first)) throw new ProtocolError('no RTSP');
    return { part: { kind: 'request', headers }, end: end + length };
  }
  const body = bytes.slice(end, end + length);
  return { part: { kind: 'reply', status: Number(status), headers, body }, end: end + length };
}

function headersOf(lines: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const known = headers.get(name);
    const value = line.slice(colon + 1).trim();
    if (known) known.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}
